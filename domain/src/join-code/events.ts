import { z } from 'zod';
import { defineEvent, groupSubject } from '../event-definition.ts';

/** Stream `joincode-{code}`: reservation of a six-digit code or of a link code by one group. */
export const joinCodeStream = (code: string): string => `joincode-${code}`;

const data = z.object({ code: z.string(), groupId: z.uuid() });
const ofGroup = ({ groupId }: { readonly groupId: string }): string => groupSubject(groupId);

export const joinCodeEvents = [
  defineEvent({ type: 'JoinCodeClaimed', audit: 'unlisted', schema: data, about: ofGroup }),
  defineEvent({ type: 'JoinCodeReleased', audit: 'unlisted', schema: data, about: ofGroup }),
] as const;
