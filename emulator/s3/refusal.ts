/** What S3 refuses: https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message = code,
  ) {
    super(message);
  }
}
