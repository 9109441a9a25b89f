import { EVERYONE, mentionsIn, replaceMentions } from '@quorum/contracts/text/mentions.ts';
import { personName } from '@quorum/contracts/text/person-name.ts';
import { type People, personView } from '@quorum/service-kit/reads/account.ts';
import { loadPeople, type Reading } from './context.ts';

/** Texts for people who read them elsewhere than in the product: with the present names instead of marks. */
export const spokenTexts = async (
  context: Reading,
  texts: readonly (string | null)[],
): Promise<(text: string) => string> => {
  const mentioned = texts.flatMap((text) => mentionsIn(text ?? '')).filter((id) => id !== EVERYONE);
  const people: People = mentioned.length === 0 ? new Map<string, never>() : await loadPeople(context, mentioned);
  const nameOf = (id: string): string => (id === EVERYONE ? EVERYONE : personName(personView(id, people.get(id))));
  return (text) => replaceMentions(text, (id) => `@${nameOf(id)}`);
};
