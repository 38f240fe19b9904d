import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Fetches when `key` changes; the first time at once, then after `delayMs` without another change. Returns the last result,
 * `undefined` before the first one. A rejection is shown in the layout.
 */
export function useFetched<Result>(key: string, fetch: () => Promise<Result>, delayMs = 0): Result | undefined {
  const [result, setResult] = useState<Result>()
  const onChange = useEffectEvent(fetch)
  const delay = useEffectEvent(() => (result === undefined ? 0 : delayMs))
  useEffect(() => {
    const controller = new AbortController()
    const timer = setTimeout(async () => {
      const found = await onChange()
      if (!controller.signal.aborted) setResult(found)
    }, delay())
    return () => {
      controller.abort()
      clearTimeout(timer)
    }
  }, [key])
  return result
}
