import { copyText } from '../lib/copy-text.ts';
import { useToast } from '../ui/overlays/toast.tsx';

/** Copies a text and says so. */
export const useCopy = (): ((text: string) => void) => {
  const toast = useToast();
  return (text) => {
    copyText(text)
      .then(() => toast('Copied!'))
      .catch((error: unknown) => console.warn('Failed to copy the text.', error));
  };
};
