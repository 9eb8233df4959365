// ossauth.js against the daemon of Tests/Systems/Adapters, which does what a line `scene: …` on standard output says.
'use strict';

const assert = require('node:assert/strict');
const fs = require('node:fs');
const { test } = require('node:test');
const { setTimeout: pause } = require('node:timers/promises');
const { Daemon, DaemonError } = require('./ossauth.js');

const { SCRIPTED } = process.env;

function scene(what) {
  fs.writeSync(1, `scene: ${what}\n`);
  const answer = Buffer.alloc(5);
  assert.equal(fs.readSync(0, answer), 5);
  assert.equal(answer.toString(), 'done\n');
}

const keyOf = async (daemon) => (await daemon.stsToken()).accessKeyId;

test('a function for ali-oss and one for the AWS SDK give the credential of the daemon', async () => {
  scene('token 1 3600');
  const daemon = new Daemon();
  assert.deepEqual(await daemon.stsToken(), { accessKeyId: 'STS.Key1', accessKeySecret: 'SecretOf1', stsToken: 'Token+1/=' });
  const { expiration, ...rest } = await daemon.awsCredentials();
  assert.deepEqual(rest, { accessKeyId: 'STS.Key1', secretAccessKey: 'SecretOf1', sessionToken: 'Token+1/=' });
  assert.ok(Math.abs(expiration - Date.now() - 3_600_000) < 60_000);
});

test('a credential that has long to live is kept', async () => {
  scene('token 1 3600');
  const daemon = new Daemon({ profile: 'main' });
  assert.equal(await keyOf(daemon), 'STS.Key1');
  scene('token 2 3600');
  assert.equal(await keyOf(daemon), 'STS.Key1');
  assert.equal(await keyOf(new Daemon()), 'STS.Key2');
});

test('a credential is renewed before it ends', async () => {
  scene('token 1 4');
  const daemon = new Daemon();
  const { end } = await daemon.credentials();
  scene('token 2 3600');
  while (await keyOf(daemon) === 'STS.Key1') {
    assert.ok(Date.now() < end);
    await pause(5);
  }
  assert.equal(await keyOf(daemon), 'STS.Key2');
  assert.ok(Date.now() < end);
});

test('a credential serves while the daemon is down, and no longer than it lives', async () => {
  scene('token 1 4');
  const daemon = new Daemon();
  const { end } = await daemon.credentials();
  scene('stop');
  await assert.rejects(async () => {
    for (;;) {
      const hadEnded = Date.now() >= end;
      assert.equal(await keyOf(daemon), 'STS.Key1');
      assert.ok(!hadEnded);
      await pause(5);
    }
  }, /DaemonError: .* at .*.local.run.ossauthd.ossauthd.sock .*: is it running.*ossauthctl doctor/);
  assert.ok(Date.now() >= end);
  scene('start');
  scene('token 2 3600');
  assert.equal(await keyOf(daemon), 'STS.Key2');
});

test('requests at the same time share one renewal', async () => {
  scene('token 1 3600');
  const daemon = new Daemon();
  const [one, other] = await Promise.all([daemon.credentials(), daemon.credentials()]);
  assert.equal(one, other);
});

test('signed requests are accepted, also after a restart', async () => {
  scene('token 1 3600');
  const daemon = new Daemon();
  const place = { bucket: 'examplebucket', key: 'Ordner ü/a+b', headers: { 'x-oss-meta-a': 'b' } };
  const { url, headers } = await daemon.sign({ method: 'PUT', ...place });
  const put = await fetch(url, { method: 'PUT', headers: { ...place.headers, ...headers }, body: Buffer.from('content') });
  assert.equal(put.status, 200);
  await Promise.all(['a', 'b', 'c'].map((key) => daemon.presign({ bucket: 'examplebucket', key })));
  scene('restart');
  const answer = await daemon.presign({ ...place, expires: 60 });
  assert.equal(await (await fetch(answer.url, { headers: answer.headers })).text(), 'content');
});

test('a text in fetch has a Content-Type of its own, which the URL must name', async () => {
  scene('token 1 3600');
  const put = { method: 'PUT', bucket: 'examplebucket', key: 'typed' };
  const { url } = await new Daemon().presign(put);
  assert.equal((await fetch(url, { method: 'PUT', body: 'content' })).status, 403);
  const contentType = 'text/plain;charset=UTF-8';
  const named = await new Daemon().presign({ ...put, contentType });
  assert.equal((await fetch(named.url, { method: 'PUT', headers: { 'Content-Type': contentType }, body: 'content' })).status, 200);
});

test('a refusal says why, and what is granted', async () => {
  scene('token 1 3600');
  await assert.rejects(new Daemon().sign({ bucket: 'other', key: 'a' }), (error) => {
    assert.match(error.message, /.+: .*bucket 'other' is not in Bucket=examplebucket.* \(status 403\)$/);
    assert.deepEqual([error.status, error.type], [403, 'urn:ossauthd:problem:not-allowed']);
    return error instanceof DaemonError;
  });
});

for (const name of ['large', 'garbage', 'half', 'deep', 'silent', 'trickle', 'absent']) {
  test(`an answer that is ${name} is an error that says where`, async () => {
    const daemon = new Daemon({ socket: `${SCRIPTED}/${name}`, timeout: ['silent', 'trickle'].includes(name) ? 500 : 30_000 });
    await assert.rejects(daemon.presign({ key: 'a' }), new RegExp(`DaemonError: .* at ${SCRIPTED}/${name}`));
  });
}

test('a request without an answer is sent once more', async () => {
  const daemon = new Daemon({ socket: `${SCRIPTED}/fickle` });
  assert.deepEqual(await daemon.presign({ key: 'a' }), { url: 'answered' });
  await assert.rejects(daemon.presign({ key: 'a' }), DaemonError);
});

test('an answer without its members is an error', async () => {
  const daemon = new Daemon({ socket: `${SCRIPTED}/credential` });
  await assert.rejects(daemon.credentials(), /without the texts AccessKeyId/);
});
