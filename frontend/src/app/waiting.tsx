import { useDelayedFlag } from '../shared/hooks/use-delayed-flag.ts';
import { Spinner } from '../shared/ui/feedback/spinner.tsx';
import './waiting.css';

/** Stands in for a page that is loading. Shows something only when that takes long. */
export function Waiting() {
  const long = useDelayedFlag(true);
  return <main className="waiting">{long && <Spinner />}</main>;
}
