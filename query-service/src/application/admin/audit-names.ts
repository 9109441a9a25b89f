import type { Named } from '@quorum/contracts/wire/audit.ts';
import type { AnswerOf } from '@quorum/contracts/wire/routes.ts';
import { collections, type NameDocument } from '@quorum/service-kit/documents/collections.ts';
import type { Reading } from '../context.ts';

/** Names in a response. If there are more, the administrator types further letters. */
const MOST = 20;
const LAST_CHARACTER = '\uffff';

/** People and groups with a word in their name that starts with the text. */
export const auditNames = async ({ reads }: Reading, text: string): Promise<AnswerOf<'auditNames'>> => {
  const from = text.trim().toLowerCase().split(/\s+/).join(' ');
  const found = async (kind: NameDocument['kind']): Promise<readonly Named[]> => {
    const documents = await reads.active.query<NameDocument>(collections.names.name, {
      where: { kind },
      range: { field: 'words', from, to: `${from}${LAST_CHARACTER}` },
      order: { field: 'words', direction: 'asc' },
      limit: MOST,
    });
    return [...new Map(documents.map(({ subject, name }) => [subject, { _id: subject, name }])).values()];
  };
  const [people, groups] = await Promise.all([found('person'), found('group')]);
  return { people, groups };
};
