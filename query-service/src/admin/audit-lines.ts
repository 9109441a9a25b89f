import { actorName } from '@quorum/contracts/audit/actor-name.ts';
import type { AuditLine, Named, SentencePart } from '@quorum/contracts/audit/wire.ts';
import { maskPhone } from '@quorum/contracts/text/phone.ts';
import { eventDefinition } from '@quorum/domain/event-catalogue.ts';
import type { AuditDocument } from '@quorum/service-kit/reads/audit.ts';
import { loadPeople, type Reading } from '../reading/context.ts';

const defined = (values: readonly (string | undefined)[]): readonly string[] => [
  ...new Set(values.filter((value) => value !== undefined)),
];

const IDS = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** The ids that a recorded look names. */
const idsIn = ({ facts }: AuditDocument): readonly string[] => String(facts.about ?? '').match(IDS) ?? [];

/** Lines as administrators read them. Names are joined at read time, so that erased people have none. */
export const presentLines = async (
  context: Reading,
  documents: readonly AuditDocument[],
): Promise<readonly AuditLine[]> => {
  const { active } = context.reads;
  const looked = documents.flatMap(idsIn);
  const [people, groups, reports] = await Promise.all([
    loadPeople(context, [...looked, ...defined(documents.flatMap(({ actorId, userId }) => [actorId, userId]))]),
    active.getMany('groups', defined([...looked, ...documents.map(({ groupId }) => groupId)])),
    active.getMany('reports', defined(documents.map(reviewedReport))),
  ]);
  const person = (_id: string): Named => {
    const { firstName, lastName, phone } = people.get(_id) ?? {};
    return { _id, name: `${firstName ?? ''} ${lastName ?? ''}`.trim() || maskPhone(phone ?? '') };
  };
  const group = (_id: string): Named => ({ _id, name: groups.get(_id)?.name ?? '' });
  const inWords = (text: string): string =>
    text.replaceAll(IDS, (id) => person(id).name || group(id).name || id.slice(0, 8));
  return documents.map((document) => {
    const line = withWords({
      _id: document.eventId,
      at: new Date(document.at).toISOString(),
      kind: document.kind,
      type: document.type,
      stream: document.stream,
      revision: document.revision,
      actor: document.actorId === undefined ? productItself(document) : person(document.actorId),
      user: document.userId === undefined ? null : person(document.userId),
      group: document.groupId === undefined ? null : group(document.groupId),
      facts: document.facts,
      notes: reports.get(reviewedReport(document) ?? '')?.notes ?? null,
      correlationId: document.correlationId,
      causedBy: document.causedBy ?? null,
    });
    return { ...line, detail: inWords(line.detail) };
  });
};

const reviewedReport = ({ type, facts }: AuditDocument): string | undefined =>
  type === 'ReportReviewed' && typeof facts.reportId === 'string' ? facts.reportId : undefined;

const productItself = ({ actor = '' }: AuditDocument): Named => ({ _id: actor, name: actor });

type Wordless = Omit<AuditLine, 'sentence' | 'detail'>;

const nameOf = (named: Named | null): string => (named === null ? 'somebody' : named.name || 'a deleted account');

const sayingOf = ({ type, facts }: Wordless): { readonly sentence: string; readonly detail: string } => {
  const rule = eventDefinition(type)?.audit;
  if (rule === undefined || rule === 'unlisted') return { sentence: `*{actor}*: ${type}`, detail: '' };
  const words = typeof rule.say === 'function' ? rule.say(facts) : rule.say;
  return typeof words === 'string' ? { sentence: words, detail: '' } : words;
};

/** Names are filled in after the sentence is cut into parts, so that nobody's name emphasizes anything. */
const withWords = (line: Wordless): AuditLine => {
  const { sentence, detail } = sayingOf(line);
  const actor = actorName(line);
  const values: { readonly [name: string]: string | number } = {
    ...line.facts,
    actor,
    person: nameOf(line.user),
    personOrActor: line.user === null ? actor : actorName({ ...line, actor: line.user }),
    group: line.group?.name || 'a deleted group',
  };
  const fill = (text: string): string => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
  const parts = sentence
    .split('*')
    .map((text, index): SentencePart => (index % 2 === 1 ? { strong: fill(text) } : fill(text)));
  return { ...line, sentence: parts.filter((part) => part !== ''), detail: fill(detail) || underIt(line) };
};

const underIt = ({ group }: Wordless): string => (group === null ? '' : group.name || 'deleted group');
