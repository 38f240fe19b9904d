import { useEffect, useEffectEvent } from 'react'

/** Listens to an event anywhere in the page, dialogs included, while a component is shown. */
export function useDocumentEvent<Type extends keyof DocumentEventMap>(
  type: Type,
  listener: (event: DocumentEventMap[Type]) => void,
): void {
  const handleEvent = useEffectEvent(listener)
  useEffect(() => {
    document.addEventListener(type, handleEvent)
    return () => document.removeEventListener(type, handleEvent)
  }, [type])
}
