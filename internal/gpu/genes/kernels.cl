// kernels.cl: all kernels of genes, so that they are compiled together.
#include "put_gene.cl"
#include "get_gene.cl"
#include "link_parents.cl"
#include "cross_genes.cl"
#include "measure_genes.cl"
#include "compete_genes.cl"
#include "reverse_stretch.cl"
#include "copy_genes.cl"
