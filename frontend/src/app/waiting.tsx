import { useDelayedFlag } from '../shared/hooks/use-delayed-flag.ts';
import { Spinner } from '../shared/ui/spinner.tsx';
import './waiting.css';

/** Stands where a page will be in a moment; shows something only if the moment grows long. */
export function Waiting() {
  const long = useDelayedFlag(true);
  return <main className="waiting">{long && <Spinner />}</main>;
}
