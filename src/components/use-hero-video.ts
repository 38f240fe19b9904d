import { useEffect, useRef, useState } from 'react'
import { runWhenIdle } from './run-when-idle.ts'
import { useInView } from './use-in-view.ts'
import { usePrefersNoAutoplay } from './use-prefers-calm.ts'

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
