import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { runWhenIdle } from './run-when-idle.ts'

/**
 * The state of a hero's video. It loads when the browser is idle, and plays while it is visible and not paused by the
 * visitor. Does not start by itself with reduced motion or data saving.
 */
export function useHeroVideo(videoFile: string) {
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

  useEffect(() => {
    const video = ref.current
    if (!video || !shouldLoad) return
    if (!shouldPlay) return video.pause()
    video.muted = true // required for autoplay; React sets the property only after the first render (requirements §4)
    video.play().catch((error: DOMException) => {
      if (error.name === 'AbortError') return // paused before playback started
      if (video.error) return // handled by the error event
      console.warn('Autoplay failed', error)
      setChoice('pause')
    })
  }, [shouldLoad, shouldPlay])

  return {
    ref,
    src: shouldLoad ? videoFile : undefined,
    isShown: hasStarted && !hasFailed,
    isPlaying: isEnabled,
    canBeControlled: isIdle && !hasFailed,
    toggle: () => setChoice(isEnabled ? 'pause' : 'play'),
    onPlaying: () => setStarted(true),
    onError: () => {
      console.error('The hero video does not play', ref.current?.error)
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
