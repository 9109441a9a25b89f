import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react';
import { isMac } from '../shared/lib/keys.ts';
import { whenIdle } from '../shared/lib/when-idle.ts';

type LastInput = RefObject<Event | undefined>;
type Part = ComponentType<{ readonly lastInput: LastInput }>;
type Load = () => Promise<Part>;

/** Follows Activity, and shows its number in the title. */
const loadActivity: Load = async () => (await import('../data/activity/follow-activity.ts')).FollowActivity;
const loadKeys: Load = async () => (await import('./keys.tsx')).Keys;

/** Parts of every screen of a signed-in person, loaded once the page is idle. */
export function IdleParts() {
  return (
    <>
      <IdlePart load={loadActivity} />
      <IdlePart load={loadKeys} />
    </>
  );
}

/** Without its code, the page stays as it is. It learns what was pressed last before its code arrived. */
function IdlePart({ load }: { load: Load }) {
  const [Part, setPart] = useState<Part>();
  const lastInput: LastInput = useRef(undefined);
  useEffect(
    () =>
      whenIdle(
        () =>
          void load()
            .then((loaded) => setPart(() => loaded))
            .catch(() => undefined),
      ),
    [load],
  );
  useEffect(() => {
    if (Part !== undefined) return undefined;
    const note = (event: Event & Partial<KeyboardEvent>) => {
      lastInput.current = event;
      // The key of the palette would also open the browser's search.
      if ((isMac() ? event.metaKey : event.ctrlKey) && event.key === 'k') event.preventDefault();
    };
    const inputs = ['keydown', 'pointerdown'];
    for (const type of inputs) document.addEventListener(type, note);
    return () => {
      for (const type of inputs) document.removeEventListener(type, note);
    };
  }, [Part]);
  return Part === undefined ? null : <Part lastInput={lastInput} />;
}
