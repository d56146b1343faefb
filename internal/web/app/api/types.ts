// Written by scripts/docs from the description of the HTTP interface: do not edit.

export type About = {
  /** There is a map to draw tours on. */
  basemap: boolean;
  limits: AboutLimits;
  /** What is missing is unlimited. */
  quota: Quota;
  /** Names of reports. */
  reports: string[] | null;
  /** Of instances that can be made. */
  shapes: string[] | null;
  tenant: string;
  use: Use;
  version: string;
};

export type AboutLimits = {
  content_bytes: number;
  upload_bytes: number;
  wait_seconds: number;
  watchers: number;
};

export type Algorithm = {
  default: boolean;
  engines: string[] | null;
  name: string;
  params: Param[] | null;
  problem: string;
  schema: Schema;
  summary: string;
  typical: string;
};

export type Algorithms = {
  algorithms: Algorithm[] | null;
};

export type Cities = {
  cities: City[] | null;
  /** How many there are in all. */
  n: number;
};

export type City = {
  id: string;
  /** From 0, as in tours. */
  index: number;
  name?: string;
  /** The longitude, if the drawing is geographic; missing if the city has no place. */
  x?: number;
  y?: number;
};

export type Digest = {
  algorithm: string;
  best_known?: number;
  cost: number;
  device?: string;
  engine?: string;
  gap_percent?: number;
  lower_bound?: number;
  picked?: Picked;
  seconds: number;
  seed: number;
  steps: number;
  termination: string;
  threads?: number;
};

export type Drawing = {
  best_known?: number;
  /** Least x and y, largest x and y, with the origin. */
  bounds?: number[] | null;
  /** That a graph may have. */
  colours?: number;
  /** Of a function. */
  dimensions?: number;
  /** The city that a path ends at, from 0. */
  end?: number;
  /** x is the longitude and y the latitude, in degrees. */
  geographic: boolean;
  /** What it is drawn as: which of places, matrix, graph, signs and slices has more. */
  kind: "places" | "matrix" | "graph" | "signs" | "function" | "none";
  /** No solution costs less. */
  lower_bound?: number;
  n: number;
  /** Of the instance. */
  name: string;
  /** The cities have names. */
  named: boolean;
  /** The tour is a path. */
  open: boolean;
  /** What is subtracted from x and y of all places. */
  origin?: number[] | null;
  problem: string;
  /** The city that a tour starts at, from 0. */
  start?: number;
  /** Of costs; empty where nobody said. */
  unit: string;
};

export type Fault = {
  code: string;
  detail: string;
  field?: string;
};

export type GenerateInstance = {
  /** That are enough for the graph. */
  colours?: number;
  /** Of a perceptron, an odd number. */
  cols?: number;
  /** Of a graph to be coloured, at most. */
  edges?: number;
  /** Such as rastrigin, for the shape function. */
  function?: string;
  /** Cities, vertices or dimensions. */
  n?: number;
  /** Of a perceptron. */
  rows?: number;
  /** The same seed gives the same instance. */
  seed?: number;
  shape: "uniform" | "clustered" | "grid" | "drilling" | "perceptron" | "colouring" | "function";
};

export type Graph = {
  /** Three numbers for each: both vertices, from 0, and the weight. Only the first 20,000 edges. */
  edges: number[] | null;
  /** Vertices. */
  n: number;
  /** How many edges there are in all. */
  total: number;
};

export type Health = {
  status: string;
};

export type Instance = {
  file: string;
  hash: string;
  n?: number;
};

export type Job = {
  /** Somebody has asked for its end. */
  cancel: boolean;
  created: string;
  /** The result in short. */
  digest?: Digest;
  ended?: string;
  /** Why it failed. */
  faults?: Fault[] | null;
  id: string;
  instance: Instance;
  /** How far the last checkpoint is: what a crash cannot take away. */
  kept?: Progress;
  label?: string;
  problem: string;
  /** How far the search is, as its worker says. */
  progress?: Progress;
  /** How long it has waited for a worker. */
  queue_seconds: number;
  spec: Spec;
  /** When a worker first took it. */
  started?: string;
  state: "queued" | "running" | "done" | "failed" | "cancelled";
  /** The worker that took it last. */
  worker?: string;
};

export type Jobs = {
  jobs: Job[] | null;
  /** What to give as after for the next page. */
  next?: string;
};

export type Matrix = {
  /** Between the places that they are assigned to. */
  distance: number[] | null;
  /** Between facilities. */
  flow: number[] | null;
  /** Facilities. */
  n: number;
  /** Rows and columns that are here: if fewer than n, each number is the mean of a block. */
  size: number;
};

export type Member = {
  cores: number;
  /** Beside the cores. */
  device?: string;
  host: string;
  name: string;
  running: number;
  since: string;
  slots: number;
  version: string;
};

export type OpenSession = {
  /** What the address of the page has after #code=. */
  code: string;
};

export type Param = {
  choices?: string[] | null;
  default: unknown;
  exclusiveMax?: boolean;
  exclusiveMin?: boolean;
  max?: number;
  min?: number;
  name: string;
  text?: string;
  type: string;
  usage: string;
};

export type Picked = {
  params?: Record<string, string>;
  why: string;
};

export type Problem = {
  /** What it is about, for programs. */
  code: string;
  /** A sentence for people. */
  detail: string;
  /** Each thing that is wrong with the request. */
  errors?: Fault[] | null;
  status: number;
  /** The status in words. */
  title: string;
  /** Always about:blank: the code says more. */
  type: string;
};

export type Progress = {
  cost: number;
  /** The cost of the solution that the search is at, where it is at one. */
  current?: number;
  /** The name of the device. */
  device?: string;
  /** cpu, or what drives the device. */
  engine?: string;
  /** The costs of the best solutions of each island, at most 64. */
  islands?: number[] | null;
  preparing?: string;
  seconds: number;
  share?: number;
  step: number;
  threads?: number;
};

export type Quota = {
  bytes?: number;
  cities?: number;
  queued?: number;
  running?: number;
  seconds?: number;
};

export type Reading = {
  columns?: Record<string, string>;
  format?: string;
  metric?: string;
  sheet?: string;
  skip_invalid?: boolean;
  unit?: string;
};

export type Route = {
  end?: string;
  open?: boolean;
  start?: string;
};

export type Schema = {
  additionalProperties?: boolean;
  default?: unknown;
  description?: string;
  enum?: string[] | null;
  exclusiveMaximum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  minLength?: number;
  minimum?: number;
  properties?: Record<string, Schema>;
  type: string;
};

export type Session = {
  /** Without it, the token lives as long as the service does. */
  expires?: string;
  /** For the header Authorization: Bearer. */
  token: string;
};

export type Settings = {
  algorithm?: string;
  max_steps?: number;
  no_improvement?: string;
  params?: Record<string, string>;
  seed: number;
  stall_steps?: number;
  target?: number;
  target_gap?: number;
  time_limit?: string;
};

export type Signs = {
  cols: number;
  /** Rows of each bar by the result; missing until there is one. */
  found?: number[] | null;
  /** The least product of each bar. */
  labels: number[] | null;
  rows: number;
  /** Rows of each bar. */
  wanted: number[] | null;
};

export type Slice = {
  /** The coordinate of the point. */
  at: number;
  /** From 0. */
  dimension: number;
  /** Where the last value is. */
  high: number;
  /** Where the first value is. */
  low: number;
  /** At equal distances. */
  values: number[] | null;
};

export type Slices = {
  dimensions: number;
  slices: Slice[] | null;
};

export type Spec = {
  file: string;
  instance: string;
  label?: string;
  problem?: string;
  reading?: Reading;
  route?: Route;
  settings: Settings;
};

export type SubmitJob = {
  /** The file itself, if it is small, instead of instance. */
  content?: string;
  /** Name of the file, which determines its format; never used as a path. */
  file: string;
  /** Hash of an uploaded instance. */
  instance?: string;
  /** Text for people, shown with the job. */
  label?: string;
  /** Problem that the file is an instance of (default: by the name of the file). */
  problem?: "tsp" | "qap" | "perceptron" | "maxcut" | "colouring" | "function";
  reading?: {
    /** Columns of a table that hold lat, lon, x, y, z, id or name, by title or number. */
    columns?: Record<string, string | number | boolean>;
    /** Format of the input (default: by name or content). */
    format?: "tsplib" | "csv" | "matrix" | "geojson" | "json" | "npy" | "gpx" | "xlsx";
    /** Metric for coordinates, or distances for those of an OSRM table instead of its durations (default: as in the file). */
    metric?: "EUC_2D" | "CEIL_2D" | "EUC_3D" | "MAN_2D" | "MAN_3D" | "MAX_2D" | "MAX_3D" | "GEO" | "ATT" | "XRAY1" | "XRAY2" | "EUCLIDEAN" | "HAVERSINE" | "distances";
    /** Sheet of a workbook (default: the first). */
    sheet?: string;
    /** Skip rows without a valid place instead of failing. */
    skip_invalid?: boolean;
    /** Unit of distances if the file has none, such as those of a matrix. */
    unit?: "mm" | "cm" | "in" | "ft" | "m" | "km" | "mi" | "ms" | "s" | "min" | "h";
  };
  route?: {
    /** City to end at, which makes the tour a path. */
    end?: string;
    /** A path instead of a round trip; its ends are free unless set. */
    open?: boolean;
    /** City to start from: its id or name, or the beginning of it. */
    start?: string;
  };
  settings?: {
    /** Algorithm: auto, which picks by size, limits and threads, or one of those that 'tourmaline algorithms' and /v1/algorithms list for the problem. */
    algorithm?: string;
    /** Maximum number of steps; the same seed and number of steps give the same solution. */
    max_steps?: number;
    /** Time without an improvement after which the search ends. */
    no_improvement?: string | number;
    /** Parameters of the algorithm, which 'tourmaline algorithms NAME' lists; auto picks an algorithm that has them. */
    params?: Record<string, string | number | boolean>;
    /** Seed of the random numbers: the same seed and the same number of steps give the same solution. */
    seed?: number;
    /** Steps without an improvement after which the search ends. */
    stall_steps?: number;
    /** Cost at which the search ends. */
    target?: number;
    /** Gap to the best known cost at which the search ends, in percent. */
    target_gap?: number;
    /** Maximum time of the search. */
    time_limit?: string | number;
  };
};

export type Trace = {
  points: TracePoint[] | null;
  /** The result has every improvement; the latest events are what there is until then. */
  source: "result" | "events";
};

export type TracePoint = {
  cost: number;
  diversity?: number;
  mean?: number;
  seconds: number;
  step: number;
};

export type Upload = {
  file: string;
  hash: string;
  size: number;
  uploaded: string;
};

export type Uploaded = {
  file: string;
  hash: string;
  /** Its size: cities, facilities, signs, vertices. */
  n: number;
  /** What its author may want to know: rows that were left out, places far from all others. */
  notes: string[] | null;
  problem: string;
  size: number;
  uploaded: string;
};

export type Uploads = {
  instances: Upload[] | null;
};

export type Use = {
  bytes: number;
  queued: number;
  running: number;
};

export type Workers = {
  workers: Member[] | null;
};
