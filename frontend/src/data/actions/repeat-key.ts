import { isApiError, isTemporary } from '../api/api-error.ts';

type Answer = { readonly error?: unknown };

/**
 * Creates something once, however often it is asked for: after an attempt that nobody answered, the same input goes out with the same
 * idempotency key.
 */
export const repeatKey = (newId: () => string) => {
  let unanswered: { readonly input: string; readonly key: string } | undefined;
  const keyOf = (input: string) => (unanswered?.input === input ? unanswered.key : undefined);
  return {
    /** Whether an attempt with this input may have succeeded. */
    isUncertain: (input: object): boolean => keyOf(JSON.stringify(input)) !== undefined,
    attempt: async <A extends Answer>(input: object, send: (key: string) => PromiseLike<A>): Promise<A> => {
      const serialized = JSON.stringify(input);
      const key = keyOf(serialized) ?? newId();
      const answer = await send(key);
      unanswered = isApiError(answer.error) && isTemporary(answer.error) ? { input: serialized, key } : undefined;
      return answer;
    },
  };
};

export type RepeatKey = ReturnType<typeof repeatKey>;
