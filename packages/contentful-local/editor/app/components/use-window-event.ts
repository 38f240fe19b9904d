import { useEffect, useEffectEvent } from 'react'

/** Handles an event of the window while the component is mounted. */
export function useWindowEvent<Name extends keyof WindowEventMap>(
  name: Name,
  handle: (event: WindowEventMap[Name]) => void,
): void {
  const onEvent = useEffectEvent(handle)
  useEffect(() => {
    const controller = new AbortController()
    addEventListener(name, (event) => onEvent(event), controller)
    return () => controller.abort()
  }, [name])
}
