import { cleanLine, cleanText } from '@quorum/contracts/text/hostile-text.ts';
import { type Refusal, refuse } from '@quorum/contracts/wire/refusals.ts';

type Details = { readonly name: string; readonly description: string };

/** Name and description as they are kept; what is nothing but invisible signs is refused like nothing. */
export const cleanDetails = (body: Details): Details | Refusal => {
  const cleaned = { name: cleanLine(body.name), description: cleanText(body.description) };
  if (cleaned.name === '') return refuse('request/invalid', { text: 'Group name is required' });
  if (cleaned.description === '') return refuse('request/invalid', { text: 'Group description is required' });
  return cleaned;
};
