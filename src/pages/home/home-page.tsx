import { type MouseEvent, useEffect, useRef, useState, useTransition } from 'react'
import type { InspectorProps } from '#src/components/inspector-props.ts'
import { usePrerenderedForm } from '#src/components/use-prerendered-form.ts'
import { WatchButton } from '#src/components/watch-button.tsx'
import type { HomeContent } from '#src/content/home.ts'
import { useInspectorProps } from '#src/content/inspector-props.ts'
import type { InterfaceTexts } from '#src/content/site.ts'
import { PageHero } from '#src/layout/page-hero.tsx'
import { Facts } from './facts.tsx'

interface HomePageProps {
  readonly content: HomeContent
  readonly texts: InterfaceTexts
}

/** Home page (requirements §2): full-screen video hero with the Watch Now button, and key figures. */
export function HomePage({ content, texts }: HomePageProps) {
  const getInspectorProps = useInspectorProps<'homePage'>()
  const { sys, hero, watchLabel, filmId, filmTitle, facts } = content
  return (
    <>
      <PageHero hero={hero} texts={texts} frame="screen">
        <VideoDialogTrigger
          label={watchLabel}
          vimeoId={filmId}
          title={filmTitle}
          texts={texts}
          inspectorProps={getInspectorProps(sys.id, 'watchLabel')}
        />
      </PageHero>
      {facts.length > 0 && <Facts facts={facts} />}
    </>
  )
}

interface VideoDialogTriggerProps {
  readonly label: string
  readonly vimeoId: string
  readonly title: string
  readonly texts: Pick<InterfaceTexts, 'close' | 'newTab' | 'videoFailed' | 'watchOnVimeo'>
  readonly inspectorProps: InspectorProps
}

type VideoDialogComponent = typeof import('#src/components/video-dialog.tsx')['VideoDialog']

/**
 * The Watch Now button and its dialog. The button submits a form that navigates to the video’s page on Vimeo, so that
 * it works without JavaScript, and if the dialog’s chunk fails to load.
 */
function VideoDialogTrigger({ label, vimeoId, title, texts, inspectorProps }: VideoDialogTriggerProps) {
  const form = useRef<HTMLFormElement>(null)
  const prerendered = usePrerenderedForm(FORM_ID)
  const button = useRef<HTMLButtonElement>(null)
  const [dialog, setDialog] = useState<{ readonly Component: VideoDialogComponent }>()
  const [isBusy, startTransition] = useTransition()

  const open = () =>
    startTransition(async () => {
      try {
        const { VideoDialog } = await import('#src/components/video-dialog.tsx')
        setDialog({ Component: VideoDialog })
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

  // The visitor pressed the button before hydration: the start script marked the form (src/start-script.ts).
  useEffect(() => {
    if (prerendered?.form.dataset.wanted !== undefined) open()
  }, [])

  return (
    <form ref={form} id={FORM_ID} action={`https://vimeo.com/${vimeoId}`} {...inspectorProps}>
      <WatchButton ref={button} label={label} isBusy={isBusy} onClick={onClick} />
      {dialog && <dialog.Component vimeoId={vimeoId} title={title} texts={texts} onClosed={onClosed} />}
    </form>
  )
}

const FORM_ID = 'watch'
