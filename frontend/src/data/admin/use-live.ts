import type { AnswerOf } from '@quorum/contracts/routes.ts';
import { useEffect } from 'react';
import { call } from '../api/call.ts';
import { useServices } from '../services/services-context.tsx';
import { useAppDispatch } from '../store/hooks.ts';
import { everythingChanged } from './admin-api.ts';
import { callAsAdmin } from './admin-request.ts';

/** Milliseconds between polls while much happens, and while the server does not answer. */
const BUSY_PAUSE_MS = 500;
const FAILED_PAUSE_MS = 3_000;

/** Updates the panel while it is shown. The server answers when there is something new. */
export function useLive(): void {
  const services = useServices();
  const dispatch = useAppDispatch();
  useEffect(() => {
    const stop = new AbortController();
    const follow = async () => {
      for (let after = ''; !stop.signal.aborted; ) {
        const answer = await callAsAdmin(call('adminChanges', { query: { after } }), services, stop.signal);
        if (stop.signal.aborted) return;
        if ('error' in answer) {
          await services.sleep(FAILED_PAUSE_MS, stop.signal);
          continue;
        }
        const { position } = answer.data as AnswerOf<'adminChanges'>;
        if (after !== '' && position !== after) dispatch(everythingChanged());
        if (position !== after) await services.sleep(BUSY_PAUSE_MS, stop.signal);
        after = position;
      }
    };
    void follow();
    return () => stop.abort();
  }, [services, dispatch]);
}
