import { css } from 'linaria'
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { Container } from '#src/components/container.tsx'
import type { ContactContent } from '#src/content/contact.ts'
import { env } from '#src/env.ts'
import { print, upToWidth } from '#src/theme/media-queries.ts'
import { color, size, space } from '#src/theme/tokens.ts'

type MapModule = typeof import('./google-map.tsx')

interface OfficeMapProps {
  /** Where the office is; none where nobody knows. */
  readonly location: ContactContent['map']
  readonly label: string
  readonly name: string
  /** The address: it stands on the map, and in its place where there is none. */
  readonly children: ReactNode
}

/**
 * The map's place (requirements §2): nothing of it is asked for before it comes near the viewport, nor without a key or without
 * a place to show. Until then, and when it fails, which is only logged (requirements §8), the address stands there; the ground
 * is as high all the time.
 */
export function OfficeMap({ location, label, name, children }: OfficeMapProps) {
  const apiKey = location ? env.googleMapsKey : undefined
  const ground = useRef<HTMLDivElement>(null)
  const isNear = useIsNearViewport(ground, AHEAD)
  const [module, setModule] = useState<MapModule>()
  const [hasFailed, setFailed] = useState(false)

  const onFail = useCallback((cause: unknown) => {
    console.error('Google Maps API failed to load', cause)
    setFailed(true)
  }, [])

  useEffect(() => {
    if (isNear && apiKey) loadMap().then(setModule, onFail)
  }, [isNear, apiKey, onFail])

  return (
    <div ref={ground} className={area} data-map={!apiKey ? 'none' : hasFailed ? 'failed' : 'wanted'}>
      <Container className={address}>{children}</Container>
      {apiKey && location && module && !hasFailed && (
        <module.GoogleOfficeMap apiKey={apiKey} {...location} label={label} name={name} onFail={onFail} />
      )}
    </div>
  )
}

/** A function of its own: a handler chained to `import` itself does not see that Vite could not load the module's style sheet. */
const loadMap = () => import('./google-map.tsx')

/** px: about what is scrolled while a script loads. */
const AHEAD = 400

const area = css`
  --map: 100%;
  position: relative;
  isolation: isolate;
  display: grid;
  align-items: center;
  min-block-size: ${size.map}px;
  padding-block: ${space.lg}px;
  background: ${color.sand};

  &[data-map='wanted'] {
    align-items: end;
  }

  ${upToWidth('phone')} {
    --map: ${size.mapPhone}px;

    &[data-map='wanted'] {
      padding-block-start: ${size.mapPhone + space.md}px;
    }

    /* As high as with the map. */
    &[data-map='failed'] {
      padding-block: ${(size.mapPhone + space.md + space.lg) / 2}px;
    }
  }

  ${print} {
    &[data-map] {
      min-block-size: 0;
      padding-block: ${space.md}px;
    }
  }
`

/** As wide as the page, so it lets through what is meant for the map below. */
const address = css`
  position: relative;
  z-index: 1;
  display: grid;
  justify-items: center;
  pointer-events: none;

  > * {
    pointer-events: auto;
  }

  [data-map='wanted'] > & {
    justify-items: start;

    ${upToWidth('phone')} {
      justify-items: stretch;
    }
  }
`

/** Whether the element has come within so many px of the viewport; from then on it stays so. */
function useIsNearViewport(element: RefObject<Element | null>, margin: number): boolean {
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
