import { useDelayedFlag } from '../shared/hooks/use-delayed-flag.ts';
import { Spinner } from '../shared/ui/spinner.tsx';

/** Stands where a page will be in a moment; shows something only if the moment grows long. */
export function Waiting() {
  const long = useDelayedFlag(true);
  return <div className="lost__main">{long && <Spinner />}</div>;
}
