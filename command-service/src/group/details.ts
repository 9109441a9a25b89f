import { type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import { cleanLine, cleanText } from '@quorum/contracts/text/hostile-text.ts';
import type { Group } from '@quorum/domain/group/group.ts';
import type { Accepted } from '../handling/aggregates.ts';

export type GroupOutcome = Accepted<Group> | Refusal;

export type GroupDetails = { readonly name: string; readonly description: string };

/** Name and description cleaned for storage. Text with only invisible characters is refused as empty. */
export const cleanDetails = (given: GroupDetails): GroupDetails | Refusal => {
  const cleaned = { name: cleanLine(given.name), description: cleanText(given.description) };
  if (cleaned.name === '') return refuse('request/invalid', { text: 'Group name is required' });
  if (cleaned.description === '') return refuse('request/invalid', { text: 'Group description is required' });
  return cleaned;
};
