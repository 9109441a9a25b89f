import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ToastProvider } from '../../shared/ui/overlays/toast.tsx';
import { useCodeProof } from './use-code-proof.ts';

it('a code is sent once if Enter follows the sixth digit at once, and again after a failure', async () => {
  const answers: ((answer: { error?: unknown }) => void)[] = [];
  const { result } = renderHook(
    () =>
      useCodeProof({
        prove: () => new Promise((resolve) => answers.push(resolve)),
        proveFailed: 'Verification failed',
        onRefused: () => undefined,
        resend: async () => ({}),
        onResent: () => undefined,
      }),
    { wrapper: ToastProvider },
  );
  const { confirm } = result.current;
  const first = confirm();
  void confirm();
  expect(answers).toHaveLength(1);
  await act(async () => {
    answers[0]?.({ error: { status: 500, error: '' } });
    await first;
  });
  expect(result.current.error).toBe('Verification failed');
  void result.current.confirm();
  expect(answers).toHaveLength(2);
});
