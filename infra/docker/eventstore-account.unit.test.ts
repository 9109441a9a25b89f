import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';

const compose = readFileSync(new URL('./compose.yaml', import.meta.url), 'utf8');

describe('the account of the services in the event log', () => {
  const folder = mkdtempSync(join(tmpdir(), 'account-'));
  const client = join(folder, 'node_modules', '@eventstore', 'db-client');
  mkdirSync(client, { recursive: true });
  writeFileSync(join(client, 'package.json'), '{"type":"module","main":"index.js"}');
  writeFileSync(
    join(client, 'index.js'),
    `const note = (name) => async (...given) => console.log(JSON.stringify([name, ...given]));
     export const jsonEvent = (event) => event;
     export const EventStoreDBClient = { connectionString: (uri) => ({
       setStreamMetadata: note('setStreamMetadata'), appendToStream: note('appendToStream'), dispose: () => {},
     }) };`,
  );
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Runs the step as `docker compose up` does. @returns the accounts it asked for, and what it told the client */
  const up = async (answers: number[]) => {
    const asked: unknown[] = [];
    const server = createServer(async (request, response) => {
      asked.push([request.headers.authorization, JSON.parse((await request.toArray()).join(''))]);
      response.writeHead(answers.shift() ?? 500).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const script =
      /\n {2}eventstore-account:\n(?: {4}.*\n)*? {6}- --eval\n {6}- \|\n((?: {8}.*\n)*)/.exec(compose)?.[1] ?? '';
    const here = script
      .replaceAll('$$', '$')
      .replace('https://eventstore:2113', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
      .replace('1_000', '1');
    const env = { ...process.env, ADMIN_PASSWORD: 'of-admin', PASSWORD: 'of-quorum' };
    const given = ['--input-type=module', '--eval', here];
    try {
      const { stdout } = await promisify(execFile)(process.execPath, given, { cwd: folder, env });
      return {
        asked,
        told: stdout
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as unknown),
      };
    } finally {
      server.close();
    }
  };

  it('the account of the services in the event log reads everything, and neither deletes nor truncates', async () => {
    const { asked, told } = await up([401, 201]);
    const account = { loginName: 'quorum', fullName: 'Quorum', groups: [], password: 'of-quorum' };
    expect(asked[1]).toEqual([`Basic ${btoa('admin:of-admin')}`, account]);
    expect(told).toEqual([
      ['setStreamMetadata', '$all', { acl: { readRoles: ['$admins', 'quorum'] } }],
      [
        'appendToStream',
        '$settings',
        { type: '$settings', data: { $userStreamAcl: { $d: '$admins', $mw: '$admins' } } },
      ],
    ]);
    expect(compose).toContain('    eventstore-account:\n      condition: service_completed_successfully');
  });

  it('the account of the services in the event log may exist already, but is never omitted', async () => {
    expect((await up([409])).told).toHaveLength(2);
    await expect(up([])).rejects.toThrow('EventStoreDB answers a new account with 500');
  });
});
