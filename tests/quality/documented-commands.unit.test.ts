import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSettings } from '@quorum/infra/processes/settings/settings.ts';
import { readCall } from '@quorum/infra/processes/support/command-line.ts';
import { commands } from '@quorum/infra/processes/support/commands.ts';
import { describe, expect, it } from 'vitest';
import { root } from './scratch-tree.ts';
import { sourceFiles } from './source-files.ts';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const sources = sourceFiles();
const documents = sources.filter((file) => /^(?:docs\/[\w-]+|README|CONTRIBUTING|SECURITY)\.md$/.test(file));

const NOT_HERE = 'not executed here: ';

/** What executes a command, or why nothing here does. The first that matches counts. */
const EXECUTED: readonly (readonly [command: RegExp, by: string])[] = [
  [/^npm (?:start|test)$/, '.github/workflows/ci.yml'],
  [/^npm run demo$/, 'tests/e2e/demo.e2e.spec.ts'],
  [/^npm run build$/, '.github/workflows/ci.yml'],
  [/^npm run (?:-s )?engines\b|^npm run test:engines$|^set -a; /, '.ci/run'],
  [/^npm run test:differential$/, 'tests/differential/embedded.service.test.ts'],
  [/^npm run test:browsers$/, '.github/workflows/ci.yml'],
  [/^npm run api$/, 'tests/quality/api/openapi.unit.test.ts'],
  [/^npm run drill:operate$/, '.github/workflows/ci.yml'],
  [/^npm run format$/, 'tests/quality/tools.service.test.ts'],
  [/^node dist\/[\w-]+\.js$/, 'tests/support/processes/service-processes.ts'],
  [/^GOLDEN=add npx vitest /, 'service-kit/src/event-store/golden-samples.contract.test.ts'],
  [/^npx vitest run |^npx playwright test /, 'package.json'],
  [/^(?:cd|export|openssl rand) /, `${NOT_HERE}nothing of the product`],
  [/^npm run (?:dev|bench)\b/, `${NOT_HERE}runs until it is stopped, or for an hour`],
  [/^npm audit |^git |^npm_config_target=/, `${NOT_HERE}needs the internet`],
  [/^docker |^kubectl |^(?:system|journal)ctl |^curl |^mongodump|^openssl x509/, `${NOT_HERE}needs servers`],
  [/^TZ=\S+ faketime |^faketime$/, `${NOT_HERE}needs faketime`],
  [/^useradd |^install |^chown |^sed |^(?:HOME=\S+ )?runuser /, `${NOT_HERE}changes the machine`],
];

const PROGRAMS =
  /^(?:\w+=\S+ )*(?:npm|npx|node|git|docker|kubectl|curl|mongodump|openssl|journalctl|systemctl|faketime|quorum-support) /;

/** The commands in blocks marked as `sh`, each in one line, without comments. */
const inBlocks = (text: string): readonly string[] =>
  [...text.matchAll(/^ *```sh\n([\s\S]*?)^ *```/gm)]
    .flatMap(([, block = '']) => block.replaceAll(/\\\n\s*/g, '').split('\n'))
    .map((line) => line.replace(/ +# .*$/, '').trim())
    .filter((line) => line !== '');

/** Commands within sentences. A command of the support tool counts if it has arguments: alone, its name is a word. */
const inSentences = (text: string): readonly string[] =>
  [...text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '').matchAll(/`([^`]+)`/g)]
    .map(([, code = '']) => code.replaceAll(/\s+/g, ' '))
    .filter((code) => PROGRAMS.test(`${code} `) || (code.includes(' ') && commands.has(code.split(' ', 1)[0] ?? '')));

const TOOL = /(?:npm run support --|node dist\/support\.js|quorum-support) (.*)$/;

/** The arguments of the support tool, with an `x` for each part that the reader fills in. */
const supportArguments = (command: string): readonly string[] | undefined => {
  const [, given] = TOOL.exec(command) ?? [];
  const isOfTool = commands.has(command.split(' ', 1)[0] ?? '') && !command.includes('=');
  const called = given ?? (isOfTool ? command : undefined);
  return called?.replaceAll(/<[^>]*>|\$\([^)]*\)/g, 'x').split(' ');
};

const tests = sources
  .filter((file) => /^tests\/(?:product|engines)\/.*\.test\.ts$/.test(file))
  .map((file) => read(file));

/** Whether a test passes the same name, action and flags to the tool. */
const isTested = ([name = '', ...rest]: readonly string[]): boolean => {
  const action = rest.find((word) => /^(?:apply|erase|check|rotate|retire)$/.test(word));
  const flags = rest.filter((word) => word.startsWith('--'));
  const needed = [action === undefined ? `'${name}'` : `'${name}', '${action}'`, ...flags.map((flag) => `'${flag}'`)];
  return tests.some((text) => needed.every((word) => text.includes(word)));
};

const found = documents.flatMap((document) => {
  const text = read(document);
  return [...inBlocks(text), ...inSentences(text)].map((command) => ({ document, command }));
});

describe('the commands in the documents', () => {
  it('the commands in the documents are executed by a test, or are listed with the reason why they are not (OPER-16)', () => {
    expect(found.length).toBeGreaterThan(50);
    const unknown = found.filter(({ command }) => {
      const args = supportArguments(command);
      if (args !== undefined && args[0] !== '--help') return !isTested(args);
      const by = EXECUTED.find(([known]) => known.test(command))?.[1];
      return args === undefined && (by === undefined || !(by.startsWith(NOT_HERE) || existsSync(join(root, by))));
    });
    expect(unknown).toEqual([]);
  });

  it('the documented commands of the support tool are accepted as they are written (OPER-16)', () => {
    const wrong = found.flatMap(({ document, command }) => {
      const args = supportArguments(command);
      try {
        if (args !== undefined) readCall(args, {});
        return [];
      } catch (error) {
        return [`${document}: ${command}: ${(error as Error).message}`];
      }
    });
    expect(wrong).toEqual([]);
  });

  it('the documented commands of npm are scripts of the package (OPER-16)', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Readonly<Record<string, string>> };
    const names = found.flatMap(({ command }) => /^npm run (?:-s )?([\w:]+)/.exec(command)?.[1] ?? []);
    expect(names.filter((name) => scripts[name] === undefined)).toEqual([]);
  });
});

it('the settings that the guide for one machine gives are complete (OPER-16)', () => {
  const [, block = ''] = /^ *```ini\n( *NODE_ENV=[\s\S]*?)^ *```/m.exec(read('docs/single-machine.md')) ?? [];
  const filled: Readonly<Record<string, string>> = {
    MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
    TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    TWILIO_AUTH_TOKEN: '0'.repeat(32),
    TWILIO_FROM: '+14155550100',
  };
  const settings = Object.fromEntries(
    block
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/=(.*)/s, 2))
      .map(([name = '', value = '']) => [name, value.startsWith('<') ? filled[name] : value]),
  );
  expect(Object.keys(settings).length).toBeGreaterThan(5);
  expect(readSettings(settings)).toMatchObject({ production: true, metricsPort: 9464 });
});
