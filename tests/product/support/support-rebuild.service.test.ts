import { runnerNames } from '@quorum/command-service/process-managers/runners.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { support, supportJson } from '../../support/processes/support-tool.ts';
import { type Client, createGroup, signUp } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';

let owner: Client;
let groupId: string;
const product = sharedProduct();

beforeAll(async () => {
  owner = await signUp(product);
  groupId = (await createGroup(owner)).group._id;
});

/** Of the read models; process managers have none. */
const generations = async (): Promise<(string | null)[]> =>
  (await supportJson<{ model: string; generation: string | null }[]>(product.dataDir, ['lag']))
    .filter(({ model }) => !Object.values<string>(runnerNames).includes(model))
    .map(({ generation }) => generation);

describe('rebuild', () => {
  it('rebuild switches read models over while messages flow: none is lost, no request fails (REPLAY-01)', async () => {
    const before = await generations();
    const sent: string[] = [];
    let rebuilding = true;
    const flow = async (): Promise<void> => {
      while (rebuilding) {
        const text = `message ${sent.length}`;
        await owner.must('sendMessage', { body: { groupId, content: text } });
        sent.push(text);
        // Reads its own write, which fails if the change was lost.
        const { messages } = await owner.must('messages', { params: { groupId } });
        expect(messages.some((message) => message.content === text)).toBe(true);
      }
    };
    const flowing = flow();
    const { code, out, err } = await support(product.dataDir, ['rebuild', 'all']);
    rebuilding = false;
    await flowing;
    expect(err).toBe('');
    expect(out).toContain('Rebuilt and in use: ');
    expect(code).toBe(0);
    expect(sent.length).toBeGreaterThan(0);
    const after = await generations();
    expect(after.filter((generation, index) => generation === before[index])).toEqual([]);
    expect(await product.running.readModels.verify()).toEqual([]);
  });

  it('rebuild lists the read models if it does not know the name given', async () => {
    const { code, err } = await support(product.dataDir, ['rebuild', 'gruops']);
    expect(err).toMatch(/^There is no read model "gruops"\. There are: all, .*groups/);
    expect(code).toBe(2);
  });
});
