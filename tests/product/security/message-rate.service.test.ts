import { describe, expect, it } from 'vitest';
import { signUp } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';

/** Frozen clock: rate limits do not refill on slow machines. */
let now = 1_800_000_000_000;
const product = sharedProduct({ MESSAGE_RATE: '2' }, { now: () => now });

describe('a person who writes faster than anyone can type', () => {
  it('is refused after 30 messages, edits and reactions, and may continue a moment later (SAFE-18)', async () => {
    const ada = await signUp(product);
    const { group } = await ada.must('createGroup', { body: { name: 'Rowers', description: 'We row.' } });
    const send = () => ada.call('sendMessage', { body: { groupId: group._id, content: 'Hello' } });
    const { message } = await ada.must('sendMessage', { body: { groupId: group._id, content: 'First' } });
    const params = { id: message._id };
    await ada.must('editMessage', { params, body: { content: 'Second' } });
    await ada.must('addReaction', { params, body: { emoji: '👍' } });
    const answers = await Promise.all(Array.from({ length: 28 }, send));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(27);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.error).toBe('You’re sending messages too quickly. Try again in a moment.');
    expect(refused?.headers.get('retry-after')).toBe('1');

    const tom = await signUp(product);
    await tom.must('joinByCode', { body: { code: group.sixDigitCode ?? '' } });
    expect((await tom.call('sendMessage', { body: { groupId: group._id, content: 'Calm' } })).status).toBe(200);

    now += 1000;
    const later = await Promise.all(Array.from({ length: 3 }, send));
    expect(later.filter(({ status }) => status === 200)).toHaveLength(2);
  });
});
