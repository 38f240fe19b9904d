/* eslint-disable */
import * as types from './graphql';



/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "query Contact {\n  contactPageCollection(limit: 1) {\n    items {\n      seo {\n        ...Seo\n      }\n      hero {\n        ...VideoHero\n      }\n      formTitle\n      formText\n      officeTitle\n      officeStreet\n      officeCity\n      hoursTitle\n      hours\n      days\n      contactTitle\n      email\n      phone\n      directionsLabel\n    }\n  }\n}": typeof types.ContactDocument,
    "fragment Picture on Asset {\n  url\n  width\n  height\n}\n\nfragment Seo on Seo {\n  title\n  description\n  shareImage {\n    ...Picture\n  }\n}\n\nfragment VideoHero on VideoHero {\n  header\n  title\n  videoFile {\n    url\n  }\n  poster {\n    ...Picture\n  }\n  posterAlt\n}": typeof types.PictureFragmentDoc,
    "query Gallery($skip: Int!, $limit: Int!) {\n  galleryPageCollection(limit: 1) {\n    items {\n      seo {\n        ...Seo\n      }\n      hero {\n        ...VideoHero\n      }\n      gridTitle\n      imagesCollection(skip: $skip, limit: $limit) {\n        total\n        items {\n          sys {\n            id\n          }\n          altText\n          caption\n          photo {\n            ...Picture\n          }\n        }\n      }\n    }\n  }\n}": typeof types.GalleryDocument,
    "query Home {\n  homePageCollection(limit: 1) {\n    items {\n      seo {\n        ...Seo\n      }\n      hero {\n        ...VideoHero\n      }\n      watchLabel\n      filmId\n      filmTitle\n      factsCollection(limit: 4) {\n        items {\n          sys {\n            id\n          }\n          figure\n          unit\n          text\n        }\n      }\n    }\n  }\n}": typeof types.HomeDocument,
    "query Mainline {\n  mainlinePageCollection(limit: 1) {\n    items {\n      seo {\n        ...Seo\n      }\n      tagline\n      title\n      headerImage {\n        ...Picture\n      }\n      headerImageAlt\n      scopeLabel\n      scopeTitle\n      scopeText\n      stagesCollection(limit: 40) {\n        items {\n          sys {\n            id\n          }\n          label\n          image {\n            ...Picture\n          }\n          imageAlt\n        }\n      }\n      footerLine\n      homeTitle\n      homeText\n    }\n  }\n}": typeof types.MainlineDocument,
    "query Services {\n  servicesPageCollection(limit: 1) {\n    items {\n      seo {\n        ...Seo\n      }\n      hero {\n        ...VideoHero\n      }\n      introTitle\n      introText\n      panelsCollection(limit: 6) {\n        items {\n          sys {\n            id\n          }\n          header\n          title\n          text\n          image {\n            ...Picture\n          }\n          imageAlt\n          linkRoute\n          linkLabel\n        }\n      }\n      affiliationsTitle\n      affiliationsCollection(limit: 60) {\n        items {\n          sys {\n            id\n          }\n          name\n          kind\n          logo {\n            ...Picture\n          }\n          link\n        }\n      }\n    }\n  }\n}": typeof types.ServicesDocument,
    "query Site {\n  siteSettingsCollection(limit: 1) {\n    items {\n      companyName\n      shortName\n      tagline\n      logo {\n        ...Picture\n      }\n      navigationCollection(limit: 8) {\n        items {\n          sys {\n            id\n          }\n          name\n          route\n          isEnabled\n        }\n      }\n      exploreHeading\n      socialHeading\n      facebookUrl\n      linkedinUrl\n      copyright\n      interfaceTexts {\n        loading\n        skipToContent\n        mainNavigation\n        openMenu\n        closeMenu\n        pauseVideo\n        playVideo\n        videoUnsupported\n        close\n        newTab\n        photoCount\n        pageUpdated\n        reload\n      }\n    }\n  }\n}": typeof types.SiteDocument,
};
const documents: Documents = {
    "query Contact {\n  contactPageCollection(limit: 1) {\n    items {\n      seo {\n        ...Seo\n      }\n      hero {\n        ...VideoHero\n      }\n      formTitle\n      formText\n      officeTitle\n      officeStreet\n      officeCity\n      hoursTitle\n      hours\n      days\n      contactTitle\n      email\n      phone\n      directionsLabel\n    }\n  }\n}": types.ContactDocument,
    "fragment Picture on Asset {\n  url\n  width\n  height\n}\n\nfragment Seo on Seo {\n  title\n  description\n  shareImage {\n    ...Picture\n  }\n}\n\nfragment VideoHero on VideoHero {\n  header\n  title\n  videoFile {\n    url\n  }\n  poster {\n    ...Picture\n  }\n  posterAlt\n}": types.PictureFragmentDoc,
    "query Gallery($skip: Int!, $limit: Int!) {\n  galleryPageCollection(limit: 1) {\n    items {\n      seo {\n        ...Seo\n      }\n      hero {\n        ...VideoHero\n      }\n      gridTitle\n      imagesCollection(skip: $skip, limit: $limit) {\n        total\n        items {\n          sys {\n            id\n          }\n          altText\n          caption\n          photo {\n            ...Picture\n          }\n        }\n      }\n    }\n  }\n}": types.GalleryDocument,
    "query Home {\n  homePageCollection(limit: 1) {\n    items {\n      seo {\n        ...Seo\n      }\n      hero {\n        ...VideoHero\n      }\n      watchLabel\n      filmId\n      filmTitle\n      factsCollection(limit: 4) {\n        items {\n          sys {\n            id\n          }\n          figure\n          unit\n          text\n        }\n      }\n    }\n  }\n}": types.HomeDocument,
    "query Mainline {\n  mainlinePageCollection(limit: 1) {\n    items {\n      seo {\n        ...Seo\n      }\n      tagline\n      title\n      headerImage {\n        ...Picture\n      }\n      headerImageAlt\n      scopeLabel\n      scopeTitle\n      scopeText\n      stagesCollection(limit: 40) {\n        items {\n          sys {\n            id\n          }\n          label\n          image {\n            ...Picture\n          }\n          imageAlt\n        }\n      }\n      footerLine\n      homeTitle\n      homeText\n    }\n  }\n}": types.MainlineDocument,
    "query Services {\n  servicesPageCollection(limit: 1) {\n    items {\n      seo {\n        ...Seo\n      }\n      hero {\n        ...VideoHero\n      }\n      introTitle\n      introText\n      panelsCollection(limit: 6) {\n        items {\n          sys {\n            id\n          }\n          header\n          title\n          text\n          image {\n            ...Picture\n          }\n          imageAlt\n          linkRoute\n          linkLabel\n        }\n      }\n      affiliationsTitle\n      affiliationsCollection(limit: 60) {\n        items {\n          sys {\n            id\n          }\n          name\n          kind\n          logo {\n            ...Picture\n          }\n          link\n        }\n      }\n    }\n  }\n}": types.ServicesDocument,
    "query Site {\n  siteSettingsCollection(limit: 1) {\n    items {\n      companyName\n      shortName\n      tagline\n      logo {\n        ...Picture\n      }\n      navigationCollection(limit: 8) {\n        items {\n          sys {\n            id\n          }\n          name\n          route\n          isEnabled\n        }\n      }\n      exploreHeading\n      socialHeading\n      facebookUrl\n      linkedinUrl\n      copyright\n      interfaceTexts {\n        loading\n        skipToContent\n        mainNavigation\n        openMenu\n        closeMenu\n        pauseVideo\n        playVideo\n        videoUnsupported\n        close\n        newTab\n        photoCount\n        pageUpdated\n        reload\n      }\n    }\n  }\n}": types.SiteDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Contact {\n  contactPageCollection(limit: 1) {\n    items {\n      seo {\n        ...Seo\n      }\n      hero {\n        ...VideoHero\n      }\n      formTitle\n      formText\n      officeTitle\n      officeStreet\n      officeCity\n      hoursTitle\n      hours\n      days\n      contactTitle\n      email\n      phone\n      directionsLabel\n    }\n  }\n}"): typeof import('./graphql').ContactDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "fragment Picture on Asset {\n  url\n  width\n  height\n}\n\nfragment Seo on Seo {\n  title\n  description\n  shareImage {\n    ...Picture\n  }\n}\n\nfragment VideoHero on VideoHero {\n  header\n  title\n  videoFile {\n    url\n  }\n  poster {\n    ...Picture\n  }\n  posterAlt\n}"): typeof import('./graphql').PictureFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Gallery($skip: Int!, $limit: Int!) {\n  galleryPageCollection(limit: 1) {\n    items {\n      seo {\n        ...Seo\n      }\n      hero {\n        ...VideoHero\n      }\n      gridTitle\n      imagesCollection(skip: $skip, limit: $limit) {\n        total\n        items {\n          sys {\n            id\n          }\n          altText\n          caption\n          photo {\n            ...Picture\n          }\n        }\n      }\n    }\n  }\n}"): typeof import('./graphql').GalleryDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Home {\n  homePageCollection(limit: 1) {\n    items {\n      seo {\n        ...Seo\n      }\n      hero {\n        ...VideoHero\n      }\n      watchLabel\n      filmId\n      filmTitle\n      factsCollection(limit: 4) {\n        items {\n          sys {\n            id\n          }\n          figure\n          unit\n          text\n        }\n      }\n    }\n  }\n}"): typeof import('./graphql').HomeDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Mainline {\n  mainlinePageCollection(limit: 1) {\n    items {\n      seo {\n        ...Seo\n      }\n      tagline\n      title\n      headerImage {\n        ...Picture\n      }\n      headerImageAlt\n      scopeLabel\n      scopeTitle\n      scopeText\n      stagesCollection(limit: 40) {\n        items {\n          sys {\n            id\n          }\n          label\n          image {\n            ...Picture\n          }\n          imageAlt\n        }\n      }\n      footerLine\n      homeTitle\n      homeText\n    }\n  }\n}"): typeof import('./graphql').MainlineDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Services {\n  servicesPageCollection(limit: 1) {\n    items {\n      seo {\n        ...Seo\n      }\n      hero {\n        ...VideoHero\n      }\n      introTitle\n      introText\n      panelsCollection(limit: 6) {\n        items {\n          sys {\n            id\n          }\n          header\n          title\n          text\n          image {\n            ...Picture\n          }\n          imageAlt\n          linkRoute\n          linkLabel\n        }\n      }\n      affiliationsTitle\n      affiliationsCollection(limit: 60) {\n        items {\n          sys {\n            id\n          }\n          name\n          kind\n          logo {\n            ...Picture\n          }\n          link\n        }\n      }\n    }\n  }\n}"): typeof import('./graphql').ServicesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Site {\n  siteSettingsCollection(limit: 1) {\n    items {\n      companyName\n      shortName\n      tagline\n      logo {\n        ...Picture\n      }\n      navigationCollection(limit: 8) {\n        items {\n          sys {\n            id\n          }\n          name\n          route\n          isEnabled\n        }\n      }\n      exploreHeading\n      socialHeading\n      facebookUrl\n      linkedinUrl\n      copyright\n      interfaceTexts {\n        loading\n        skipToContent\n        mainNavigation\n        openMenu\n        closeMenu\n        pauseVideo\n        playVideo\n        videoUnsupported\n        close\n        newTab\n        photoCount\n        pageUpdated\n        reload\n      }\n    }\n  }\n}"): typeof import('./graphql').SiteDocument;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}
