import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { runWhenIdle } from './run-when-idle.ts'

/** The state of a hero's film: fetched when the page is usable, playing while it is seen and nobody stopped it. */
export function useHeroVideo(videoFile: string) {
  const ref = useRef<HTMLVideoElement>(null)
  const isInView = useInView(ref)
  const isCalm = usePrefersNoAutoplay()
  const [isUsable, setUsable] = useState(false)
  const [choice, setChoice] = useState<'play' | 'pause'>()
  const [isBroken, setBroken] = useState(false)
  const [hasStarted, setStarted] = useState(false)
  useEffect(() => runWhenIdle(() => setUsable(true)), [])

  const isWanted = choice ? choice === 'play' : !isCalm
  const isFetched = isUsable && (isWanted || hasStarted)
  const plays = isFetched && isWanted && isInView && !isBroken

  useEffect(() => {
    const video = ref.current
    if (!video || !isFetched) return
    if (!plays) return video.pause()
    video.muted = true // React sets the property only after the first rendering, browsers ask before (requirements §4)
    video.play().catch((problem: DOMException) => {
      if (problem.name === 'AbortError') return // paused before it could begin
      if (video.error) return // the file is broken: its error event tells
      console.warn('Autoplay failed', problem)
      setChoice('pause')
    })
  }, [isFetched, plays])

  return {
    ref,
    src: isFetched ? videoFile : undefined,
    isShown: hasStarted && !isBroken,
    isPlaying: isWanted,
    canBeControlled: isUsable && !isBroken,
    toggle: () => setChoice(isWanted ? 'pause' : 'play'),
    onPlaying: () => setStarted(true),
    onError: () => {
      console.error('The hero video does not play', ref.current?.error)
      setBroken(true)
    },
  }
}

/** Whether anything of the element can be seen: it is on the screen, and the tab is in front. */
function useInView(element: RefObject<Element | null>): boolean {
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

/** Whether the visitor asked for less motion, or for less data. Without a browser the answer is yes. */
const usePrefersNoAutoplay = () => useSyncExternalStore(subscribe, prefersCalm, () => true)

function subscribe(onChange: () => void) {
  const motion = matchMedia(REDUCED_MOTION)
  motion.addEventListener('change', onChange)
  return () => motion.removeEventListener('change', onChange)
}

const prefersCalm = () => matchMedia(REDUCED_MOTION).matches || savesData(navigator)

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'

/** Not every browser tells of its connection. */
const savesData = (of: Navigator & { readonly connection?: { readonly saveData?: boolean } }) =>
  of.connection?.saveData === true
