import { createFileRoute } from '@tanstack/react-router'
import { useContent } from '#src/content/content-query.ts'
import { homeQuery } from '#src/content/home.ts'
import { pageHead } from '#src/layout/head.ts'
import { HomePage } from '#src/pages/home/home-page.tsx'
import { useSite } from './-site.ts'

export const Route = createFileRoute('/')({
  loader: ({ context }) => context.queryClient.ensureQueryData(homeQuery()),
  head: ({ loaderData: page }) => pageHead('/', page?.seo, page?.hero.poster),
  component: () => (
    <HomePage content={useContent(homeQuery(), Route.useLoaderData())} texts={useSite().interfaceTexts} />
  ),
})
