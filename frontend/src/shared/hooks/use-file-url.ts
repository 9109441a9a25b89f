import { useEffect, useState } from 'react';

/** A blob: address to preview a chosen file. Revoked when the file changes or the component unmounts. */
export function useFileUrl(file: Blob | null): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return;
    const next = URL.createObjectURL(file);
    setUrl(next);
    return () => {
      URL.revokeObjectURL(next);
      setUrl(undefined);
    };
  }, [file]);
  return url;
}
