import type { GroupPreview } from '@quorum/contracts/invite/wire.ts';
import { type Invite, parseJoinInput } from '@quorum/contracts/text/join-input.ts';
import { useRef, useState } from 'react';
import { NO_CONNECTION, useIsOffline } from '../../data/actions/use-action.ts';
import { errorText, isApiError, isTemporary, NO_ANSWER } from '../../data/api/api-error.ts';
import { groupApi } from '../../data/group/group-api.ts';

const PREVIEW_FAILED = 'Invalid invitation code';

type Previewed = { readonly invite: Invite; readonly group: GroupPreview };

/** The typed code or link, and the group that it leads to once it was requested. */
export const usePreview = () => {
  const [input, setInput] = useState('');
  const [error, setError] = useState<string>();
  const [previewed, setPreviewed] = useState<Previewed>();
  const [ask, { isFetching }] = groupApi.useLazyPreviewGroupQuery();
  const isOffline = useIsOffline();
  const latest = useRef(0);

  const forget = (): void => {
    latest.current += 1;
    setPreviewed(undefined);
    setError(undefined);
  };
  return {
    input,
    previewed,
    error: error === NO_CONNECTION && !isOffline ? undefined : error,
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
      if (isOffline) return setError(NO_CONNECTION);
      const asked = latest.current;
      const { data, error: failure } = await ask(invite.value);
      // The input has changed, and the answer is about the old one.
      if (asked !== latest.current) return;
      if (data !== undefined) setPreviewed({ invite, group: data });
      else setError(whyNot(input, failure));
    },
  };
};

/** To the server, anything but six digits is the end of a link. A user who typed no link gets an error about a code. */
const whyNot = (input: string, failure: unknown): string => {
  if (!isApiError(failure) || isTemporary(failure)) return errorText(failure, NO_ANSWER);
  const isUnknownCode = failure.status === 404 && !input.includes('/');
  return isUnknownCode ? PREVIEW_FAILED : errorText(failure, PREVIEW_FAILED);
};
