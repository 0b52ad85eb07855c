import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { followAct } from './follow-act.ts';

interface Options<Fields, Reply> {
  act: (fields: Fields) => Promise<Reply>;
  onDone: (reply: Reply) => void;
}

/** An act that is followed to its end, for as long as the screen is there. `underWay` is what is said meanwhile. */
export function useAct<Fields, Reply extends object>({ act, onDone }: Options<Fields, Reply>) {
  const [underWay, setUnderWay] = useState<string | null>(null);
  const leaving = useRef<AbortController>(null);
  useEffect(() => {
    const aborter = new AbortController();
    leaving.current = aborter;
    return () => aborter.abort();
  }, []);
  const done = useMutation({
    mutationFn: (fields: Fields) => {
      const { signal } = leaving.current ?? new AbortController();
      return followAct(() => act(fields), { onUnderWay: setUnderWay, signal });
    },
    onSuccess: onDone,
    onSettled: () => setUnderWay(null),
  });
  return { ...done, underWay };
}
