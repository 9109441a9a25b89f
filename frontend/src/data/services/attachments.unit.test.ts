import { limits } from '@quorum/contracts/kernel/limits.ts';
import { describe, expect, it } from 'vitest';
import { createAttachments, type SendOne, type SendOutcome } from './attachments.ts';

const fileOf = (name: string, size = 3, type = 'text/plain'): File => {
  const file = new File(['abc'], name, { type });
  Object.defineProperty(file, 'size', { value: size });
  return file;
};

const start = () => {
  let ids = 0;
  const attachments = createAttachments(() => {
    ids += 1;
    return `id-${ids}`;
  });
  const names = () => attachments.state().items.map(({ file }) => file.name);
  return { attachments, names };
};

/** A server that answers each sending by a script, and remembers what it was sent. */
const serverOf = (outcomes: readonly (SendOutcome | 'never')[]) => {
  const sent: string[] = [];
  const cancelled: string[] = [];
  const sendOne: SendOne = ({ id, file }, onProgress) => {
    const outcome = outcomes[sent.length] ?? 'sent';
    sent.push(`${id} ${file.name}`);
    onProgress(0.5);
    let end: (how: SendOutcome) => void = () => {};
    const pending = new Promise<SendOutcome>((resolve) => {
      end = resolve;
    });
    if (outcome !== 'never') end(outcome);
    return {
      outcome: pending,
      cancel: () => {
        cancelled.push(id);
        end({ failed: '' });
      },
    };
  };
  return { sent, cancelled, sendOne };
};

describe('choosing files', () => {
  it('chosen files are queued, and can be removed again (MEDIA-01, MEDIA-02)', () => {
    const { attachments, names } = start();
    attachments.add([fileOf('a.txt'), fileOf('b.txt')]);
    expect(names()).toEqual(['a.txt', 'b.txt']);
    attachments.remove('id-1');
    expect(names()).toEqual(['b.txt']);
  });

  it('a chosen file one byte too large is refused, and one of exactly the limit accepted (MEDIA-03, MEDIA-04, LIMIT-11)', () => {
    const { attachments, names } = start();
    const refused = attachments.add([
      fileOf('fits.bin', limits.attachment, 'application/octet-stream'),
      fileOf('over.bin', limits.attachment + 1, 'application/octet-stream'),
      fileOf('fits.mp4', limits.video, 'video/mp4'),
      fileOf('over.mp4', limits.video + 1, 'video/mp4'),
    ]);
    expect(refused.map(({ name }) => name)).toEqual(['over.bin', 'over.mp4']);
    expect(names()).toEqual(['fits.bin', 'fits.mp4']);
  });
});

describe('sending files', () => {
  it('chosen files are sent in turn, each with its progress, and none is left afterwards (MEDIA-08, MEDIA-09)', async () => {
    const { attachments, names } = start();
    attachments.add([fileOf('a.txt'), fileOf('b.txt')]);
    const states: string[] = [];
    attachments.subscribe(() =>
      states.push(
        attachments
          .state()
          .items.map(({ state, progress }) => `${state} ${progress}`)
          .join(', '),
      ),
    );
    const { sent, sendOne } = serverOf([]);
    expect(await attachments.send(sendOne, false)).toBe('sent');
    expect(sent).toEqual(['id-1 a.txt', 'id-2 b.txt']);
    expect(states).toContain('sending 0.5, queued 0');
    expect(names()).toEqual([]);
    expect(attachments.state().isSending).toBe(false);
  });

  it('sending files stops at a failure and keeps the unsent ones, to be sent under the same ids (MEDIA-10)', async () => {
    const { attachments, names } = start();
    attachments.add([fileOf('a.txt'), fileOf('b.txt'), fileOf('c.txt')]);
    const first = serverOf(['sent', { failed: 'No room left' }]);
    expect(await attachments.send(first.sendOne, true)).toBe('failed');
    expect(names()).toEqual(['b.txt', 'c.txt']);
    expect(attachments.state().items[0]).toMatchObject({ state: 'failed', error: 'No room left' });
    expect(attachments.state().holdsText).toBe(false);

    const second = serverOf([]);
    expect(await attachments.send(second.sendOne, true)).toBe('sent');
    expect(second.sent).toEqual(['id-2 b.txt', 'id-3 c.txt']);
  });

  it('an interrupted file and the rest are handed on, to be sent elsewhere under the same ids', async () => {
    const { attachments, names } = start();
    attachments.add([fileOf('a.txt'), fileOf('b.txt'), fileOf('c.txt')]);
    const { sent, sendOne } = serverOf(['sent', 'unanswered']);
    expect(await attachments.send(sendOne, true)).toBe('unanswered');
    expect(sent).toEqual(['id-1 a.txt', 'id-2 b.txt']);
    expect(attachments.state()).toMatchObject({ isSending: false, holdsText: false });
    expect(attachments.takeAll().map(({ id, state }) => `${id} ${state}`)).toEqual(['id-2 queued', 'id-3 queued']);
    expect(names()).toEqual([]);
  });

  it('a file that is removed during sending is cancelled, and the others continue', async () => {
    const { attachments } = start();
    attachments.add([fileOf('a.txt'), fileOf('b.txt')]);
    const { sent, cancelled, sendOne } = serverOf(['never', 'sent']);
    const done = attachments.send(sendOne, false);
    attachments.remove('id-1');
    expect(await done).toBe('sent');
    expect(cancelled).toEqual(['id-1']);
    expect(sent).toEqual(['id-1 a.txt', 'id-2 b.txt']);
  });
});
