import { type RefObject, useEffect, useState } from 'react'

/** Whether anything of the element can be seen: it is on the screen, and the tab is in front. */
export function useInView(element: RefObject<Element | null>): boolean {
  const [isOnScreen, setOnScreen] = useState(false)
  const [isTabShown, setTabShown] = useState(true)

  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(([entry]) => setOnScreen(entry?.isIntersecting ?? false))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])

  useEffect(() => {
    const onChange = () => setTabShown(!document.hidden)
    onChange()
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [])

  return isOnScreen && isTabShown
}
