// Until the server side of these is merged.
declare module './operations.ts' {
  interface Operations {
    'GET /v1/admin/providers': {
      answer: { name: string; state: 'up' | 'degraded' | 'down'; detail: string }[];
    };
  }
}
export {};
