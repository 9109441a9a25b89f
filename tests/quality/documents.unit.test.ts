import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './scratch-tree.ts';
import { sourceFiles } from './source-files.ts';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/architecture.md',
  'docs/configuration.md',
  'docs/operations.md',
  'docs/single-machine.md',
  'docs/sizing.md',
  'docs/threat-model.md',
];

const WORKSPACES = 'contracts|domain|service-kit|command-service|projections|query-service|infra|frontend|tests';
const guide = read('CONTRIBUTING.md');
/** Every place that the guide names; `<…>` stands for any name. */
const places = [...guide.matchAll(new RegExp(`\`((?:${WORKSPACES})/[\\w./<>-]+)\``, 'g'))].map(
  ([, place]) => place ?? '',
);
const coverage = places.map(
  (place) => new RegExp(`^${place.replace(/[.]/g, '\\.').replace(/<[^>]+>/g, '[\\w-]+')}(/|$)`),
);

const sources = sourceFiles();
const isProduction = (file: string): boolean => !/\.test\.|^tests\/|\/testing\/|\.(?:md|json)$/.test(file);
const production = sources.filter(isProduction).map((file) => ({ file, text: read(file) }));

/** Production files that contain a word. */
const filesWith = (word: string): readonly string[] => {
  const whole = new RegExp(`\\b${word}\\b`);
  return production.filter(({ text }) => whole.test(text)).map(({ file }) => file);
};

describe('documents', () => {
  it.each(documents)('the document %s links only to files that exist', (document) => {
    const links = [...read(document).matchAll(/\]\((?!https?:|mailto:|#)([^)#]+)/g)].map(([, link]) => link ?? '');
    expect(links.filter((link) => !existsSync(join(root, dirname(document), link)))).toEqual([]);
  });

  it('each decision has a number of its own, a date and a status', () => {
    const decisions = readdirSync(join(root, 'infra/decisions')).filter((file) => /^\d{4}-/.test(file));
    const numbers = decisions.map((file) => Number(file.slice(0, 4)));
    expect(new Set(numbers).size).toBe(numbers.length);
    for (const file of decisions) {
      const [title = '', , status = ''] = read(`infra/decisions/${file}`).split('\n');
      expect([file, title]).toEqual([file, expect.stringMatching(new RegExp(`^# ${Number(file.slice(0, 4))}\\. `))]);
      expect([file, status]).toEqual([file, expect.stringMatching(/\d{4}-\d\d-\d\d/)]);
      expect([file, status]).toEqual([file, expect.stringMatching(/accepted|superseded/i)]);
    }
  });

  it('the index of decisions lists each of them once, by its title', () => {
    const decisions = readdirSync(join(root, 'infra/decisions')).filter((file) => /^\d{4}-/.test(file));
    const titleOf = (file: string) => read(`infra/decisions/${file}`).split('\n', 1)[0]?.replace('# ', '');
    const listed = read('infra/decisions/README.md').match(/^- .*$/gm);
    expect(listed?.toSorted()).toEqual(decisions.map((file) => `- [${titleOf(file)}](${file})`).toSorted());
  });

  it('documents and sources contain no unresolved merge markers', () => {
    const marked = sources.filter((file) => /^(?:<{7}|>{7}) /m.test(read(file)));
    expect(marked).toEqual([]);
  });

  it('CONTRIBUTING.md names only places that exist', () => {
    const exact = places.filter((place) => !place.includes('<'));
    expect(exact.length).toBeGreaterThan(10);
    expect(exact.filter((place) => !existsSync(join(root, place)))).toEqual([]);
  });

  it.each([
    ['command', 'editMessage'],
    ['command', 'renewInvitation'],
    ['event', 'MessageEdited'],
    ['event', 'EntryRescheduled'],
    ['frame', 'messageUpdated'],
    ['frame', 'eventUpdated'],
    ['screen', 'MediaPopout'],
  ])('CONTRIBUTING.md names every place that the %s %s touches', (_, word) => {
    const touched = filesWith(word);
    expect(touched.length).toBeGreaterThan(1);
    expect(touched.filter((file) => !coverage.some((place) => place.test(file)))).toEqual([]);
  });
});
