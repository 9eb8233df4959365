<?php
/** Credentials and signatures of ossauthd for PHP 8.1 or later, by its standard library; docs/adapters.md says how. */
declare(strict_types=1);

namespace OssAuth;

/** Why there is no answer, and what to do; `$type` is that of the daemon's problem, and its status is the code. */
final class DaemonError extends \RuntimeException
{
    public function __construct(string $text, int $status = 0, public readonly ?string $type = null)
    {
        parent::__construct($text, $status);
    }
}

final class Credentials
{
    public function __construct(
        public readonly string $accessKeyId,
        #[\SensitiveParameter] public readonly string $accessKeySecret,
        #[\SensitiveParameter] public readonly string $securityToken,
        public readonly \DateTimeImmutable $expiration,
    ) {}

    public function isExpired(): bool
    {
        return microtime(true) >= $this->expiration->getTimestamp();
    }

    /** Keeps the secret out of var_dump and print_r. */
    public function __debugInfo(): array
    {
        return ['accessKeyId' => $this->accessKeyId, 'expiration' => $this->expiration];
    }
}

final class Daemon
{
    private const ANSWER_LIMIT = 64 << 20; // The daemon gives no longer answer.
    private const RETRY_PAUSE = 10;

    private readonly string $socket;
    private readonly array $profile;
    private ?Credentials $kept = null;
    private float $renewAt = 0;

    public function __construct(?string $profile = null, ?string $socket = null, private readonly float $timeout = 15)
    {
        $this->socket = $socket ?? self::socketPath();
        $this->profile = $profile === null ? [] : ['profile' => $profile];
    }

    /** A credential that has not ended, renewed after half of its life; the kept one serves while the daemon gives no other. */
    public function credentials(): Credentials
    {
        $now = microtime(true);
        if ($this->kept?->isExpired() === false && $now < $this->renewAt) {
            return $this->kept;
        }
        try {
            $this->kept = $this->fetch();
            $this->renewAt = ($now + $this->kept->expiration->getTimestamp()) / 2;
        } catch (DaemonError $error) {
            if ($this->kept?->isExpired() !== false) {
                throw $error;
            }
            $this->renewAt = $now + self::RETRY_PAUSE;
        }
        return $this->kept;
    }

    private function fetch(): Credentials
    {
        $found = $this->exchange('GET', '/v1/credentials?' . http_build_query($this->profile), '')
            + array_fill_keys(['AccessKeyId', 'AccessKeySecret', 'SecurityToken', 'Expiration'], null);
        try {
            $end = \DateTimeImmutable::createFromFormat('Y-m-d\TH:i:sp', $found['Expiration']);
            return new Credentials($found['AccessKeyId'], $found['AccessKeySecret'], $found['SecurityToken'], $end);
        } catch (\TypeError) {
            throw $this->noAnswer('without AccessKeyId, AccessKeySecret, SecurityToken or Expiration');
        }
    }

    /** Asks /v1/sign or /v1/presign; docs/api.md has the members of request and answer. */
    public function ask(string $path, array $request): array
    {
        return $this->exchange('POST', $path, json_encode((object) ($request + $this->profile), JSON_THROW_ON_ERROR));
    }

    private function exchange(string $method, string $path, string $body): array
    {
        $length = strlen($body);
        [$status, $content] = $this->reply(
            "$method $path HTTP/1.1\r\nHost: ossauthd\r\nConnection: close\r\nContent-Length: $length\r\n\r\n$body");
        if (!is_array($answer = json_decode($content, true, 32))) {
            throw $this->noAnswer('the answer is cut off or no JSON');
        }
        if ($status !== 200) {
            $answer += ['title' => '', 'detail' => '', 'type' => null];
            throw new DaemonError("$answer[title]: $answer[detail] (status $status)", $status, $answer['type']);
        }
        return $answer;
    }

    /** Each request has a connection of its own, so that none is left of a daemon that restarts. */
    private function reply(string $message): array
    {
        $end = microtime(true) + $this->timeout;
        $stream = @stream_socket_client("unix://$this->socket", $code, $reason, $this->timeout);
        if ($stream === false) {
            throw $this->noAnswer($reason);
        }
        try {
            stream_set_blocking($stream, false);
            $answer = '';
            while (!feof($stream)) {
                $left = $end - microtime(true);
                [$reading, $writing, $none] = [[$stream], $message === '' ? [] : [$stream], []];
                if ($left <= 0 || !stream_select($reading, $writing, $none, (int) $left, (int) (fmod($left, 1) * 1e6))) {
                    throw $this->noAnswer("none within $this->timeout s");
                }
                $message = $writing === [] ? $message : substr($message, (int) @fwrite($stream, $message));
                $answer .= $reading === [] ? '' : (string) fread($stream, 1 << 16);
                if (strlen($answer) > self::ANSWER_LIMIT) {
                    throw $this->noAnswer('the answer is too long');
                }
            }
        } finally {
            fclose($stream);
        }
        if (!preg_match('~^HTTP/1\.1 (\d{3}) .*?\r\n\r\n~s', $answer, $head)) {
            throw $this->noAnswer('it closed the connection, or does not speak HTTP');
        }
        return [(int) $head[1], substr($answer, strlen($head[0]))];
    }

    private function noAnswer(string $reason): DaemonError
    {
        return new DaemonError("ossauthd gave no answer at $this->socket ($reason): is it running, and is this user in the "
            . 'group of that socket? `ossauthctl doctor` says more');
    }

    private static function socketPath(): string
    {
        $isOwn = fn (string $path): bool => $path !== '' && @fileowner($path) === posix_geteuid();
        $folders = array_filter([(string) getenv('XDG_RUNTIME_DIR'), getenv('HOME') . '/.local/run'], $isOwn);
        $own = array_filter(array_map(fn (string $folder): string => "$folder/ossauthd/ossauthd.sock", $folders), $isOwn);
        return getenv('OSSAUTHD_SOCKET') ?: (reset($own) ?: '/run/ossauthd/ossauthd.sock');
    }
}
