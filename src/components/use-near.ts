import { type RefObject, useEffect, useState } from 'react'

/** Whether the element has come within so many px of the viewport; from then on it stays so. */
export function useIsNearViewport(element: RefObject<Element | null>, margin: number): boolean {
  const [isNear, setNear] = useState(false)

  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        setNear(true)
      },
      { rootMargin: `${margin}px 0px` },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, margin])

  return isNear
}
