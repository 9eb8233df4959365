<?php
/** ossauth.php against the daemon of Tests/Systems/Adapters, which does what a line `scene: …` on standard output says. */

declare(strict_types=1);

require __DIR__ . '/ossauth.php';

use OssAuth\Daemon;
use OssAuth\DaemonError;

error_reporting(E_ALL);
set_error_handler(function (int $level, string $text, string $file, int $line): bool {
    // What is silenced by @ is not a failure.
    return error_reporting() & $level ? throw new ErrorException($text, 0, $level, $file, $line) : true;
});

$scripted = getenv('SCRIPTED');

function scene(string $what): void
{
    fwrite(STDOUT, "scene: $what\n");
    expect(fgets(STDIN), "done\n");
}

function expect(mixed $found, mixed $wanted): void
{
    if ($found !== $wanted) {
        throw new LogicException(var_export($found, true) . ' is not ' . var_export($wanted, true));
    }
}

function expect_error(string $pattern, callable $work): DaemonError
{
    try {
        $work();
    } catch (DaemonError $error) {
        expect([$error->getMessage(), preg_match($pattern, $error->getMessage())], [$error->getMessage(), 1]);
        return $error;
    }
    throw new LogicException("no error that matches $pattern");
}

/** The status and the content of the answer to a signed request. */
function send(string $method, string $url, array $headers, string $body = ''): string
{
    $lines = array_map(fn ($name, $value) => "$name: $value", array_keys($headers), $headers);
    $options = ['method' => $method, 'header' => $lines, 'content' => $body, 'ignore_errors' => true];
    $content = file_get_contents($url, false, stream_context_create(['http' => $options]));
    return explode(' ', $http_response_header[0])[1] . " $content";
}

$tests = [
    'the credential is that of the daemon' => function () {
        scene('token 1 3600');
        $found = (new Daemon('main'))->credentials();
        expect([$found->accessKeyId, $found->accessKeySecret, $found->securityToken], ['STS.Key1', 'SecretOf1', 'Token+1/=']);
        expect(abs($found->expiration->getTimestamp() - time() - 3600) < 60, true);
        expect(str_contains(print_r($found, true), 'SecretOf1'), false);
    },
    'a credential that has long to live is kept' => function () {
        scene('token 1 3600');
        $daemon = new Daemon();
        expect($daemon->credentials()->accessKeyId, 'STS.Key1');
        scene('token 2 3600');
        expect($daemon->credentials()->accessKeyId, 'STS.Key1');
        expect((new Daemon())->credentials()->accessKeyId, 'STS.Key2');
    },
    'a credential is renewed before it ends' => function () {
        scene('token 1 4');
        $daemon = new Daemon();
        $first = $daemon->credentials();
        scene('token 2 3600');
        while ($daemon->credentials() === $first) {
            expect($first->isExpired(), false);
            usleep(5000);
        }
        expect($daemon->credentials()->accessKeyId, 'STS.Key2');
        expect($first->isExpired(), false);
    },
    'a credential serves while the daemon is down, and no longer than it lives' => function () {
        scene('token 1 4');
        $daemon = new Daemon();
        $first = $daemon->credentials();
        scene('stop');
        expect_error('/ at .*.local.run.ossauthd.ossauthd.sock .*: is it running.*ossauthctl doctor/', function () use ($daemon, $first) {
            for (;; usleep(5000)) {
                $had_ended = $first->isExpired();
                expect($daemon->credentials(), $first);
                expect($had_ended, false);
            }
        });
        expect($first->isExpired(), true);
        scene('start');
        scene('token 2 3600');
        expect($daemon->credentials()->accessKeyId, 'STS.Key2');
    },
    'signed requests are accepted, also after a restart' => function () {
        scene('token 1 3600');
        $daemon = new Daemon('main');
        $own = ['x-oss-meta-a' => 'b', 'content-type' => 'text/plain'];
        $place = ['bucket' => 'examplebucket', 'key' => 'Ordner ü/a+b', 'headers' => $own];
        $signed = $daemon->ask('/v1/sign', ['method' => 'PUT'] + $place);
        expect(send('PUT', $signed['url'], $own + $signed['headers'], 'content'), '200 ');
        scene('restart');
        $answer = $daemon->ask('/v1/presign', ['expires' => 60] + $place);
        expect(send('GET', $answer['url'], $answer['headers']), '200 content');
    },
    'a stream has a Content-Type of its own, which the URL must name' => function () {
        scene('token 1 3600');
        $put = ['method' => 'PUT', 'bucket' => 'examplebucket', 'key' => 'typed'];
        // PHP also warns of it.
        $answer = @send('PUT', (new Daemon())->ask('/v1/presign', $put)['url'], [], 'content');
        expect(substr($answer, 0, 4), '403 ');
        $url = (new Daemon())->ask('/v1/presign', $put + ['contentType' => 'text/plain'])['url'];
        expect(send('PUT', $url, ['Content-Type' => 'text/plain'], 'content'), '200 ');
    },
    'a refusal says why, and what is granted' => function () {
        scene('token 1 3600');
        $error = expect_error(
            '/.+: .*bucket \'other\' is not in Bucket=examplebucket.* \(status 403\)$/',
            fn () => (new Daemon())->ask('/v1/sign', ['bucket' => 'other', 'key' => 'a']),
        );
        expect([$error->getCode(), $error->type], [403, 'urn:ossauthd:problem:not-allowed']);
    },
    'anything but an answer is an error that says where' => function () use ($scripted) {
        foreach (['large', 'garbage', 'half', 'deep', 'silent', 'trickle', 'absent'] as $name) {
            $daemon = new Daemon(null, "$scripted/$name", in_array($name, ['silent', 'trickle']) ? 0.5 : 30);
            expect_error("~ at $scripted/$name ~", fn () => $daemon->ask('/v1/presign', []));
        }
    },
    'an answer without its members is an error' => function () use ($scripted) {
        foreach (['empty', 'credential'] as $name) {
            expect_error('/without AccessKeyId/', fn () => (new Daemon(null, "$scripted/$name"))->credentials());
        }
    },
];

$failures = 0;
foreach ($tests as $name => $test) {
    try {
        $test();
    } catch (Throwable $error) {
        $failures++;
        fwrite(STDERR, "FAIL: $name\n$error\n");
    }
}
exit($failures === 0 ? 0 : 1);
