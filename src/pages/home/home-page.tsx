import { type MouseEvent, useEffect, useRef, useState, useTransition } from 'react'
import type { InspectorProps } from '#src/components/inspector-props.ts'
import { WatchButton } from '#src/components/watch-button.tsx'
import type { HomeContent } from '#src/content/home.ts'
import { getInspectorProps } from '#src/content/preview-mode.ts'
import type { InterfaceTexts } from '#src/content/site.ts'
import { PageHero } from '#src/layout/page-hero.tsx'
import { Facts } from './facts.tsx'

interface HomePageProps {
  readonly content: HomeContent
  readonly texts: InterfaceTexts
}

/** Home (requirements §2): the film as large as the screen, Watch Now, and what the company can point at. */
export function HomePage({ content, texts }: HomePageProps) {
  const { sys, hero, watchLabel, filmId, filmTitle, facts } = content
  return (
    <>
      <PageHero hero={hero} texts={texts} frame="screen">
        <WatchVideo
          label={watchLabel}
          vimeoId={filmId}
          title={filmTitle}
          closeLabel={texts.close}
          inspectorProps={getInspectorProps(sys.id, 'watchLabel')}
        />
      </PageHero>
      {facts.length > 0 && <Facts facts={facts} />}
    </>
  )
}

interface WatchVideoProps {
  readonly label: string
  readonly vimeoId: string
  readonly title: string
  readonly closeLabel: string
  readonly inspectorProps: InspectorProps
}

type FilmDialog = typeof import('#src/components/video-dialog.tsx')['VideoDialog']

/**
 * Watch Now and the dialog that it opens. The button submits a form that leads to the film’s own page:
 * so it works without the script, and when the dialog’s part of it cannot be fetched.
 */
export function WatchVideo({ label, vimeoId, title, closeLabel, inspectorProps }: WatchVideoProps) {
  const form = useRef<HTMLFormElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [dialog, setDialog] = useState<{ readonly Film: FilmDialog }>()
  const [isBusy, startTransition] = useTransition()

  const open = () =>
    startTransition(async () => {
      try {
        const { VideoDialog: FilmDialog } = await import('#src/components/video-dialog.tsx')
        setDialog({ Film: FilmDialog })
      } catch {
        form.current?.submit()
      }
    })
  const onClick = (event: MouseEvent) => {
    event.preventDefault()
    open()
  }
  const onClosed = () => {
    setDialog(undefined)
    button.current?.focus()
  }

  // Somebody pressed it before this script ran; the page's start script kept it for us (src/start-script.ts).
  useEffect(() => {
    if (form.current?.dataset.wanted !== undefined) open()
  }, [])

  return (
    <form ref={form} action={`https://vimeo.com/${vimeoId}`} {...inspectorProps}>
      <WatchButton ref={button} label={label} isBusy={isBusy} onClick={onClick} />
      {dialog && <dialog.Film vimeoId={vimeoId} title={title} closeLabel={closeLabel} onClosed={onClosed} />}
    </form>
  )
}
