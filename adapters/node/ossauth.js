// Credentials and signatures of ossauthd for programs in Node.js 18 or later, by its standard library only.
// Copy this file; docs/adapters.md has the lines for ali-oss and for the AWS SDK.
'use strict';

const fs = require('node:fs');
const http = require('node:http');

const ANSWER_LIMIT = 64 * 1024 * 1024; // The daemon gives no longer answer.
const RETRY_PAUSE = 10_000;
const MEMBERS = ['AccessKeyId', 'AccessKeySecret', 'SecurityToken', 'Expiration'];

/** Why there is no answer, and what to do; with `status` and `type` of the daemon's problem, if it answered. */
class DaemonError extends Error {
  constructor(message, { status, type, cause } = {}) {
    super(message, { cause });
    Object.assign(this, { name: 'DaemonError', status, type });
  }
}

/** Asks the daemon, and keeps a credential that it renews after half of its life. */
class Daemon {
  #agent = new http.Agent({ keepAlive: true });
  #kept;
  #renewing;

  constructor({ socket = socketPath(), profile, timeout = 15_000 } = {}) {
    Object.assign(this, { socket, timeout, profile: profile === undefined ? {} : { profile } });
  }

  /** The answer has the `headers` to add to the request; docs/api.md has the members of both. */
  sign(request) {
    return this.ask('POST', '/v1/sign', { ...this.profile, ...request });
  }

  /** The `url`, its `expiration`, and the `headers` to send with it. */
  presign(request) {
    return this.ask('POST', '/v1/presign', { ...this.profile, ...request });
  }

  /** For `refreshSTSToken` of ali-oss. */
  async stsToken() {
    const { AccessKeyId, AccessKeySecret, SecurityToken } = await this.credentials();
    return { accessKeyId: AccessKeyId, accessKeySecret: AccessKeySecret, stsToken: SecurityToken };
  }

  /** For `credentials` of the clients of the AWS SDK. */
  async awsCredentials() {
    const { AccessKeyId, AccessKeySecret, SecurityToken, end } = await this.credentials();
    const sessionToken = SecurityToken || undefined;
    return { accessKeyId: AccessKeyId, secretAccessKey: AccessKeySecret, sessionToken, expiration: new Date(end) };
  }

  /** The six members of the daemon's document; the kept one serves while the daemon gives no other. */
  async credentials() {
    if (this.#kept && Date.now() < this.#kept.renewAt) return this.#kept;
    this.#renewing ??= this.#renew().finally(() => { this.#renewing = undefined; });
    await this.#renewing;
    return this.#kept;
  }

  async #renew() {
    try {
      const document = await this.ask('GET', `/v1/credentials?${new URLSearchParams(this.profile)}`);
      const end = Date.parse(document.Expiration);
      if (!MEMBERS.every((name) => typeof document[name] === 'string') || Number.isNaN(end)) {
        throw new DaemonError(`an answer without the texts ${MEMBERS}: is ${this.socket} the socket of ossauthd?`);
      }
      this.#kept = { ...document, end, renewAt: (Date.now() + end) / 2 };
    } catch (error) {
      if (!this.#kept || Date.now() >= this.#kept.end) throw error;
      this.#kept.renewAt = Math.min(Date.now() + RETRY_PAUSE, this.#kept.end);
    }
  }

  async ask(method, path, body) {
    const text = body === undefined ? '' : JSON.stringify(body);
    try {
      const { status, content } = await this.#exchange(this.#agent, method, path, text).catch((error) => {
        if (!error.closedWhileKept) throw error;
        return this.#exchange(new http.Agent(), method, path, text); // A restart closed the kept connection.
      });
      const document = JSON.parse(content);
      if (Object(document) !== document || Array.isArray(document)) throw new Error('the answer is no JSON object');
      if (status === 200) return document;
      const { title, detail, type } = document;
      throw new DaemonError(`${title}: ${detail} (status ${status})`, { status, type });
    } catch (error) {
      if (error instanceof DaemonError) throw error;
      const remedy = 'is it running, and is this user in the group of that socket? `ossauthctl doctor` says more';
      throw new DaemonError(`ossauthd gave no answer at ${this.socket} (${error.message}): ${remedy}`, { cause: error });
    }
  }

  #exchange(agent, method, path, text) {
    return new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(this.timeout);
      const headers = { 'Content-Length': Buffer.byteLength(text) };
      const request = http.request({ socketPath: this.socket, path, method, agent, signal, headers });
      const fail = (error) => {
        reject(signal.aborted ? new Error(`none within ${this.timeout} ms`) : error);
        request.destroy();
      };
      request.on('error', (error) => {
        const closedWhileKept = request.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(error.code);
        fail(Object.assign(error, { closedWhileKept }));
      });
      request.on('response', (answer) => {
        const chunks = [];
        let length = 0;
        answer.on('data', (chunk) => {
          length += chunk.length;
          if (length > ANSWER_LIMIT) fail(new Error('the answer is too long'));
          else chunks.push(chunk);
        });
        answer.on('error', fail);
        answer.on('end', () => resolve({ status: answer.statusCode, content: Buffer.concat(chunks).toString() }));
      });
      request.end(text);
    });
  }
}

function socketPath() {
  const { OSSAUTHD_SOCKET, XDG_RUNTIME_DIR, HOME } = process.env;
  const isOwn = (path) => fs.statSync(path, { throwIfNoEntry: false })?.uid === process.getuid();
  const folders = [XDG_RUNTIME_DIR, `${HOME}/.local/run`].filter((folder) => folder && isOwn(folder));
  const own = folders.map((folder) => `${folder}/ossauthd/ossauthd.sock`).find(isOwn);
  return OSSAUTHD_SOCKET || own || '/run/ossauthd/ossauthd.sock';
}

module.exports = { Daemon, DaemonError };
