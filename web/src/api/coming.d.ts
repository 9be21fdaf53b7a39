// Until the server side of these is merged.
import type { Operations as Known } from './operations.ts';

type Message = Known['GET /v1/sms/messages/{message_id}']['answer'];
type Job = Known['GET /v1/sms/jobs/{job_id}']['answer'];
declare module './operations.ts' {
  interface Operations {
    'POST /v1/account/sms/send': Known['POST /v1/sms/send'];
    'POST /v1/account/sms/bulk': Known['POST /v1/sms/bulk'];
    'GET /v1/account/sms/messages': Known['GET /v1/sms/messages'];
    'GET /v1/account/sms/messages/{message_id}': { path: { message_id: string }; answer: Message };
    'DELETE /v1/account/sms/messages/{message_id}': {
      path: { message_id: string };
      answer: Message;
    };
    'GET /v1/account/sms/jobs': { query: { limit?: number; before?: number }; answer: Job[] };
    'GET /v1/account/sms/jobs/{job_id}': Known['GET /v1/sms/jobs/{job_id}'];
    'DELETE /v1/account/sms/jobs/{job_id}': Known['DELETE /v1/sms/jobs/{job_id}'];
    'GET /v1/admin/providers': {
      answer: { name: string; state: 'up' | 'degraded' | 'down'; detail: string }[];
    };
  }
}
