package catalog

// ResultSchema identifies the JSON format of a result, which docs/result.schema.json defines.
const ResultSchema = "tourmaline/result/v1"
