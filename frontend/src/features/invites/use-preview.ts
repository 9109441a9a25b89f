import { type Invite, parseJoinInput } from '@quorum/contracts/text/join-input.ts';
import type { GroupPreview } from '@quorum/contracts/wire/views.ts';
import { useRef, useState } from 'react';
import { errorText, isApiError } from '../../data/api/api-error.ts';
import { useLazyPreviewGroupQuery } from '../../data/group/group-api.ts';

const PREVIEW_FAILED = 'Invalid invitation code';

type Previewed = { readonly invite: Invite; readonly group: GroupPreview };

/** The code or link that is typed, and the group that it leads to once that was asked for. */
export const usePreview = () => {
  const [input, setInput] = useState('');
  const [error, setError] = useState<string>();
  const [previewed, setPreviewed] = useState<Previewed>();
  const [ask, { isFetching }] = useLazyPreviewGroupQuery();
  const latest = useRef(0);

  const forget = (): void => {
    latest.current += 1;
    setPreviewed(undefined);
    setError(undefined);
  };
  return {
    input,
    previewed,
    error,
    setError,
    isFetching,
    forget,
    type: (text: string): void => {
      setInput(text);
      forget();
    },
    preview: async (): Promise<void> => {
      forget();
      const invite = parseJoinInput(input);
      if (invite.kind === 'error') {
        setError(invite.error);
        return;
      }
      const asked = latest.current;
      const { data, error: failure } = await ask(invite.value);
      // The input was changed meanwhile: this answer is to another question.
      if (asked !== latest.current) return;
      if (data !== undefined) setPreviewed({ invite, group: data });
      else setError(unknownCode(input, failure) ? PREVIEW_FAILED : errorText(failure, PREVIEW_FAILED));
    },
  };
};

/** The server takes every entry that is not six digits for the end of a link; who typed no link reads of a code. */
const unknownCode = (input: string, failure: unknown): boolean =>
  !input.includes('/') && isApiError(failure) && failure.status === 404;
