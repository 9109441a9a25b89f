import { z } from 'zod';
import { limits, reactionPalette } from '../limits.ts';
import { reportReasons } from '../report-reasons.ts';
import { boundingDate, chosenId, id, optionalText, pageLimit, timeZone } from './fields.ts';

const content = z
  .string({ error: 'Message cannot be empty' })
  .max(limits.message, `Please use at most ${limits.message} characters`)
  .refine((text) => text.trim() !== '', 'Message cannot be empty');

/** `id` lets the sender choose the id, so that the optimistic copy and the stored message are the same. */
export const sendMessageBody = z.object({
  groupId: id,
  content,
  replyTo: id.nullish(),
  id: chosenId.optional(),
});
export const sendFileFields = z.object({ groupId: id, id: chosenId.optional() });
export const editMessageBody = z.object({ content });
export const reactionBody = z.object({
  emoji: z.enum(reactionPalette, { error: 'This reaction is not available' }),
});
export const readBody = z.object({ messageId: id });
export const messagesQuery = z.object({
  before: id.optional(),
  after: id.optional(),
  limit: pageLimit(limits.messagePageMost).optional(),
});
export const mediaQuery = z.object({
  startDate: boundingDate,
  endDate: boundingDate,
  timeZone: timeZone.optional(),
});
export const reportBody = z.object({
  messageId: id,
  reason: z.enum(reportReasons, { error: 'Please choose a reason' }),
  description: optionalText(limits.reportDescription).default(''),
});
