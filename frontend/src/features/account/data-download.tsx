import { formatSize } from '@quorum/contracts/text/file-kinds.ts';
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '../../data/api/api-error.ts';
import { useAppDispatch } from '../../data/store/hooks.ts';
import { downloadMyData } from '../../data/user/download-my-data.ts';
import { saveBlob } from '../../shared/lib/save-blob.ts';
import { Button } from '../../shared/ui/controls/button.tsx';
import { ErrorLine } from '../../shared/ui/feedback/error-line.tsx';
import { HelpCard } from './help-card.tsx';

type Running = { readonly fileName: string; readonly bytes: number };

/** Everything the user made, as a ZIP. Its size is unknown until the end, so the bar is indeterminate. */
export function DataDownload() {
  const dispatch = useAppDispatch();
  const [running, setRunning] = useState<Running>();
  const [error, setError] = useState<string>();
  const cancel = useRef<AbortController>(undefined);
  useEffect(() => () => cancel.current?.abort(), []);

  const start = async () => {
    const controller = new AbortController();
    cancel.current = controller;
    const fileName = archiveName(new Date());
    setError(undefined);
    setRunning({ fileName, bytes: 0 });
    try {
      const onProgress = (bytes: number) => setRunning((now) => now && { ...now, bytes });
      saveBlob(await dispatch(downloadMyData(controller.signal, onProgress)), fileName);
    } catch (problem) {
      if (!controller.signal.aborted) setError(errorText(problem, 'Failed to download your data. Please try again.'));
    }
    if (cancel.current === controller) setRunning(undefined);
  };

  const stop = () => {
    cancel.current?.abort();
    setRunning(undefined);
  };

  if (running)
    return (
      <HelpCard
        title="Your data"
        text={`${running.fileName}, ${formatSize(running.bytes)} so far`}
        below={
          <div className="progress help__progress" role="progressbar" aria-label="Download my data">
            <i />
          </div>
        }
      >
        <Button size="sm" onClick={stop}>
          Cancel
        </Button>
      </HelpCard>
    );
  return (
    <HelpCard
      title="Your data"
      text="A ZIP with your profile, groups, events, messages and files. The download starts at once."
      below={error !== undefined && <ErrorLine>{error}</ErrorLine>}
    >
      <Button size="sm" icon={<Download className="i i--sm" />} onClick={start}>
        Download my data
      </Button>
    </HelpCard>
  );
}

/** `quorum-data-2026-05-14.zip` */
const archiveName = (day: Date): string => {
  const two = (part: number) => String(part).padStart(2, '0');
  return `quorum-data-${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}.zip`;
};
