import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { runWhenIdle } from './deferred-tasks.ts'

/**
 * The state of a hero's video with these files as its sources. It loads when the browser is idle, and plays while it is
 * visible and not paused by the visitor. Does not start by itself with reduced motion or data saving.
 */
export function useHeroVideo(sources: readonly string[]) {
  const ref = useRef<HTMLVideoElement>(null)
  const isInView = useInView(ref)
  const prefersNoAutoplay = usePrefersNoAutoplay()
  const [isIdle, setIdle] = useState(false)
  const [choice, setChoice] = useState<'play' | 'pause'>()
  const [hasFailed, setFailed] = useState(false)
  const [hasStarted, setStarted] = useState(false)
  useEffect(() => runWhenIdle(() => setIdle(true)), [])

  const isEnabled = choice ? choice === 'play' : !prefersNoAutoplay
  const shouldLoad = isIdle && (isEnabled || hasStarted)
  const shouldPlay = shouldLoad && isEnabled && isInView && !hasFailed

  // Browsers ignore changes of <source> elements until `load`. In a layout effect, so that an earlier selection of a source
  // is canceled before it has sent a request.
  const sourceList = sources.join(' ')
  useLayoutEffect(() => {
    if (!shouldLoad) return
    setFailed(false)
    ref.current?.load()
  }, [shouldLoad, sourceList])

  useEffect(() => {
    const video = ref.current
    if (!video || !shouldLoad) return
    if (!shouldPlay) return video.pause()
    video.muted = true // required for autoplay; React sets the property only after the first render (requirements §4)
    video.play().catch((error: DOMException) => {
      if (error.name === 'AbortError') return // paused before playback started
      if (video.error || error.name === 'NotSupportedError') return // handled by the error event
      console.warn('Autoplay failed', error)
      setChoice('pause')
    })
  }, [shouldLoad, shouldPlay, sourceList])

  return {
    ref,
    shouldLoad,
    isShown: hasStarted && !hasFailed,
    isPlaying: isEnabled,
    canBeControlled: isIdle && !hasFailed,
    toggle: () => setChoice(isEnabled ? 'pause' : 'play'),
    onPlaying: () => setStarted(true),
    onError: () => {
      console.error('The hero video does not play', ref.current?.error ?? sourceList)
      setFailed(true)
    },
  }
}

/** Whether the element is in the viewport of a visible tab. */
function useInView(element: RefObject<Element | null>): boolean {
  const [isOnScreen, setOnScreen] = useState(false)
  const [isTabVisible, setTabVisible] = useState(true)

  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(([entry]) => setOnScreen(entry?.isIntersecting ?? false))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])

  useEffect(() => {
    const onChange = () => setTabVisible(!document.hidden)
    onChange()
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [])

  return isOnScreen && isTabVisible
}

/** Whether the visitor prefers reduced motion or reduced data usage. True in prerendered HTML. */
const usePrefersNoAutoplay = () => useSyncExternalStore(subscribeToReducedMotion, getPrefersNoAutoplay, () => true)

function subscribeToReducedMotion(onChange: () => void) {
  const motion = matchMedia(REDUCED_MOTION)
  motion.addEventListener('change', onChange)
  return () => motion.removeEventListener('change', onChange)
}

const getPrefersNoAutoplay = () => matchMedia(REDUCED_MOTION).matches || isSavingData(navigator)

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'

/** Not every browser supports `navigator.connection`. */
const isSavingData = ({ connection }: Navigator & { readonly connection?: { readonly saveData?: boolean } }) =>
  connection?.saveData === true
